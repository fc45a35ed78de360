import { expect, test } from "vitest";
import { refuseOtherSites } from "./serve-emulator.ts";

const INBOX = "http://localhost:4102/inbox";

const serve = refuseOtherSites(() => new Response("the mails"));

test.each([
  [INBOX, 200],
  ["http://127.0.0.1:4102/inbox", 200],
  ["http://rebound.example:4102/inbox", 421],
  ["http://localhost.rebound.example:4102/inbox", 421],
])("emulator asked as %s: answers %i", async (url, status) => {
  const response = await serve(new Request(url), {} as never);
  expect(response).toMatchObject({ status });
});

test.each([
  ["a program", "DELETE", {}, 200],
  ["a page of the stack", "DELETE", { origin: "http://localhost:5700" }, 200],
  ["its own page", "POST", { origin: "null", "sec-fetch-site": "same-origin" }, 200],
  ["another site", "POST", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }, 403],
  ["a frame", "DELETE", { origin: "null", "sec-fetch-site": "cross-site" }, 403],
  ["another site, older browser", "POST", { origin: "https://evil.example" }, 403],
  ["a frame, older browser", "POST", { origin: "null" }, 403],
  ["a link of another site", "GET", { "sec-fetch-site": "cross-site" }, 200],
])("emulator called by %s with %s %o: answers %i", async (_caller, method, headers, status) => {
  const response = await serve(new Request(INBOX, { method, headers }), {} as never);
  expect(response).toMatchObject({ status });
});
