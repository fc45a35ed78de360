import { mkdtempSync, rmSync } from "node:fs";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Resend } from "resend";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openReports } from "./reports.ts";
import { ALL_WELL } from "./switches.ts";

const SECRET = `whsec_${Buffer.from("twenty-four bytes of it!").toString("base64")}`;
const EMAIL = {
  id: "re_1",
  from: "hello@tidepost.example",
  to: ["Ada <Ada@shop.example>"],
  subject: "Hello",
  tags: { event: "evt_1" },
};

const folder = mkdtempSync(join(tmpdir(), "reports-"));
// A report that an endpoint has just taken is noted after its test has ended.
process.once("exit", () => rmSync(folder, { recursive: true }));

let dir: string;
let server: Server;
let taken: { id: string; type: string }[];
let status: number;

beforeEach(async () => {
  dir = mkdtempSync(join(folder, "test-"));
  taken = [];
  status = 200;
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    taken.push({ id: header(request.headers, "svix-id"), type: verify(request.headers, body) });
    response.writeHead(status).end();
  };
  server = createServer((...exchange) => void receive(...exchange)).listen(0, "127.0.0.1");
  await new Promise((resolve) => {
    server.once("listening", resolve);
  });
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const header = (headers: IncomingHttpHeaders, name: string) => String(headers[name]);

/** By Resend's own library, which throws for a wrong signature. */
function verify(headers: IncomingHttpHeaders, payload: string): string {
  return new Resend("re_test").webhooks.verify({
    payload,
    headers: {
      id: header(headers, "svix-id"),
      timestamp: header(headers, "svix-timestamp"),
      signature: header(headers, "svix-signature"),
    },
    webhookSecret: SECRET,
  }).type;
}

/** @param wait never ends by default: an endpoint that fails gets no second attempt */
function open(wait: (ms: number) => Promise<void> = (ms) => (ms === 0 ? now : never)) {
  return openReports({
    file: join(dir, "reports.jsonl"),
    endpoint: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      secret: SECRET,
    },
    now: () => new Date(),
    random: () => 0,
    wait,
  });
}
const now = Promise.resolve();
const never = new Promise<void>(() => undefined);
const types = () => taken.map(({ type }) => type);

test("bounce: signed webhooks, then the address is suppressed until it is removed", async () => {
  const reports = open();
  reports.tell(EMAIL, "bounced", ALL_WELL.webhooks);
  await expect.poll(types).toEqual(["email.bounced", "suppression.added"]);
  expect(reports.lastOf("re_1")).toBe("email.bounced");
  reports.tell({ ...EMAIL, id: "re_2" }, "delivered", ALL_WELL.webhooks);
  await expect.poll(() => types().slice(2)).toEqual(["email.suppressed"]);
  expect(reports.unsuppress("ada@shop.example")).toBe(true);
  expect(reports.unsuppress("ada@shop.example")).toBe(false);
  await expect.poll(() => types().slice(3)).toEqual(["suppression.removed"]);
  reports.tell({ ...EMAIL, id: "re_3" }, "delivered", ALL_WELL.webhooks);
  await expect.poll(() => types().slice(4)).toEqual(["email.delivered"]);
});

test("switches: each webhook three times under one id, the last one first", async () => {
  open().tell(EMAIL, "delayed", { copies: 3, isReversed: true });
  await expect
    .poll(types)
    .toEqual([
      ...Array.from({ length: 3 }, () => "email.delivered"),
      ...Array.from({ length: 3 }, () => "email.delivery_delayed"),
    ]);
  expect(new Set(taken.map(({ id }) => id)).size).toBe(2);
});

test("endpoint that fails, then a kill: the next start sends it again, and no delivered one", async () => {
  status = 500;
  open().tell(EMAIL, "delivered", ALL_WELL.webhooks);
  await expect.poll(() => taken.length).toBe(1);
  status = 200;
  const reports = open();
  await expect.poll(() => taken.length).toBe(2);
  expect(taken[1]).toEqual(taken[0]);
  reports.tell({ ...EMAIL, id: "re_2" }, "delayed", ALL_WELL.webhooks);
  await expect.poll(() => taken.length).toBe(4);
  open().tell({ ...EMAIL, id: "re_3" }, "delivered", ALL_WELL.webhooks);
  await expect.poll(() => taken.length).toBe(5);
});
