import { expect, test } from "vitest";
import { refuseOtherHosts } from "./serve-emulator.ts";

const serve = refuseOtherHosts(() => new Response("the mails"));

test.each([
  ["http://localhost:4102/inbox", 200],
  ["http://127.0.0.1:4102/inbox", 200],
  ["http://rebound.example:4102/inbox", 421],
  ["http://localhost.rebound.example:4102/inbox", 421],
])("emulator asked as %s: answers %i", async (url, status) => {
  const response = await serve(new Request(url), {} as never);
  expect(response).toMatchObject({ status });
});
