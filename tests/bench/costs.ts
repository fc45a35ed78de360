import { randomUUID } from "node:crypto";
import { Pool } from "undici";
import * as z from "zod";
import { MAIL_TOKEN_HEADER } from "#contracts/api/content/calendar.ts";
import { DECISIONS_MAX } from "#contracts/content/posts.ts";
import type { Stack } from "../stack/stack.ts";
import { ID, ROUTES } from "../support/routes.ts";
import { cpuSeconds } from "./cpu-seconds.ts";
import { makeForm, makeHeaders } from "./enquiry.ts";
import { median } from "./figures.ts";

const REQUESTS = 100;
/** The clock of processor time has ticks of ten milliseconds, and a plain GET takes less than one. */
const PLAIN_REQUESTS = 600;
const AT_ONCE = 4;
const WARM_UP = 8;
const PLAIN = "GET /healthz";
const PASSWORD = "low tide at six";

export type Cost = {
  operation: string;
  /** Processor time of the edge, in that of a plain GET. */
  toPlain: number;
  /** Statements of the database for each request. */
  statements: number;
  /** The commonest. */
  status: number;
};

type Measured = Omit<Cost, "toPlain"> & { cpu: number };

type Given = { query?: string; body?: () => object };

/** What does work, where `ROUTES` has what is refused. */
const DEAREST: Readonly<Record<string, Given>> = {
  "POST /rest/v1/form_submissions": { body: makeForm },
  "POST /auth/v1/signup": { body: () => ({ email: makeForm().email, password: PASSWORD }) },
  "POST /auth/v1/token": {
    query: "?grant_type=password",
    body: () => ({ email: makeForm().email, password: PASSWORD }),
  },
  "POST /auth/v1/recover": { body: () => ({ email: makeForm().email }) },
  "POST /auth/v1/otp": { body: () => ({ email: makeForm().email }) },
  "POST /auth/v1/magiclink": { body: () => ({ email: makeForm().email }) },
  "POST /auth/v1/resend": { body: () => ({ type: "signup", email: makeForm().email }) },
  "POST /auth/v1/verify": {
    body: () => ({ type: "signup", email: makeForm().email, token: "123456" }),
  },
  "POST /auth/v1/admin/users": {
    body: () => ({ email: makeForm().email, password: PASSWORD, email_confirm: true }),
  },
  "POST /functions/v1/posts/decisions": {
    body: () => ({
      decision: "approved",
      posts: Array.from({ length: DECISIONS_MAX }, (_, index) => ({
        postId: `pst_01KAHX2J3V7W8R9T0A1B2C${String(index).padStart(4, "0")}`,
        version: 1,
        contentHash: "0".repeat(64),
      })),
    }),
  },
  "POST /functions/v1/promotion-code": { body: () => ({ code: "staff" }) },
  "GET /functions/v1/checkout-session": { query: "?session_id=cs_test_none" },
};

const Stats = z.object({ statements: z.number() });
const Session = z.object({ access_token: z.string() });
const OpenApi = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/**
 * Sends each operation of `/openapi.json` from many addresses, to count what one request costs.
 *
 * @throws for an operation that `ROUTES` does not have
 */
export async function measureCosts({ urls, parts, ports }: Stack): Promise<Cost[]> {
  const pool = new Pool(urls.api, { connections: AT_ONCE });
  const bridge = new Pool(`http://127.0.0.1:${ports.bridge}`);
  const send = async (operation: string, token: string | null) => {
    const [method = "", path = ""] = operation.split(" ");
    const { body, query } = { ...ROUTES[operation], ...DEAREST[operation] } as Given & {
      body?: object | (() => object);
    };
    const given = typeof body === "function" ? body() : body;
    const headers: Record<string, string> = {
      ...makeHeaders(urls),
      [MAIL_TOKEN_HEADER]: "a".repeat(43),
    };
    if (token !== null) headers["authorization"] = `Bearer ${token}`;
    const answer = await pool.request({
      method,
      path: `${path.replaceAll(/:\w+/g, ID)}?${String(new URLSearchParams(query))}`,
      headers,
      ...(given === undefined ? {} : { body: JSON.stringify(given) }),
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  };
  const statementsOf = async () =>
    Stats.parse(await (await bridge.request({ method: "GET", path: "/stats" })).body.json())
      .statements;
  const signIn = async (): Promise<string> => {
    const account = { email: `cost-${randomUUID()}@shop.example`, password: PASSWORD };
    const admin = makeHeaders(urls);
    admin["authorization"] = `Bearer ${urls.serviceRoleKey}`;
    const post = async (path: string, headers: Record<string, string>, body: object) =>
      (
        await pool.request({ method: "POST", path, headers, body: JSON.stringify(body) })
      ).body.json();
    await post("/auth/v1/admin/users", admin, { ...account, email_confirm: true });
    const answer = await post("/auth/v1/token?grant_type=password", makeHeaders(urls), account);
    return Session.parse(answer).access_token;
  };
  const measure = async (operation: string, requests = REQUESTS): Promise<Measured> => {
    const audience = ROUTES[operation]?.for;
    if (audience === undefined) throw new Error(`${operation} is not in ROUTES`);
    const token =
      audience === "service" ? urls.serviceRoleKey : audience === "account" ? await signIn() : null;
    for (let sent = 0; sent < WARM_UP; sent += 1) await send(operation, token);
    const before = { cpu: cpuSeconds(parts.edge.pid ?? 0), statements: await statementsOf() };
    const statuses: number[] = [];
    const repeat = async () => {
      while (statuses.length < requests) {
        const index = statuses.push(0) - 1;
        statuses[index] = (await send(operation, token)).status;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, repeat));
    return {
      operation,
      cpu: (cpuSeconds(parts.edge.pid ?? 0) - before.cpu) / requests,
      statements: ((await statementsOf()) - before.statements) / requests,
      status: commonest(statuses),
    };
  };
  try {
    const { text } = await send("GET /openapi.json", null);
    const { paths } = OpenApi.parse(JSON.parse(text));
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
      ),
    );
    await measure(PLAIN, PLAIN_REQUESTS);
    const plain: number[] = [];
    const costs: Measured[] = [];
    for (const [index, operation] of operations.entries()) {
      if (index % 20 === 0) plain.push((await measure(PLAIN, PLAIN_REQUESTS)).cpu);
      costs.push(await measure(operation));
    }
    return costs
      .map(({ cpu, ...cost }) => ({ ...cost, toPlain: cpu / median(plain) }))
      .toSorted((a, b) => b.toPlain - a.toPlain);
  } finally {
    await Promise.all([pool.close(), bridge.close()]);
  }
}

function commonest(statuses: readonly number[]): number {
  const count = (status: number) => statuses.filter((one) => one === status).length;
  return statuses.toSorted((a, b) => count(b) - count(a))[0] ?? 0;
}
