import { describe, expect } from "vitest";
import { test } from "../../tests/support/database.ts";
import { cookieOf, openDesk } from "../../tests/support/desk.ts";
import { FAILURES_IN_TOTAL, FAILURES_PER_ADDRESS, WINDOW_MS } from "./sign-in-limit.ts";

describe("signing in", () => {
  test("opens the desk to whoever has the password", async ({ db }) => {
    const desk = openDesk({ db });
    const answer = await desk.enter({});
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe("/ops/events");
    const inside = await desk.request("/ops/events", { headers: { cookie: cookieOf(answer) } });
    expect(inside.status).toBe(200);
  });

  test.for([
    "",
    "wrong",
    "correct horse battery staple ",
    "correct horse battery stapl",
    "é".repeat(40),
  ])("refuses the password “%s”", async (password, { db }) => {
    const desk = openDesk({ db });
    const answer = await desk.enter({ password });
    expect(answer.status).toBe(401);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test("asks for a name, which the audit log needs", async ({ db }) => {
    const desk = openDesk({ db });
    for (const name of ["", "  ", "a\nb", "x".repeat(61)]) {
      expect((await desk.enter({ name })).status).toBe(422);
    }
  });

  test("gives a cookie that no script reads and no other site sends", async ({ db }) => {
    const [https] = (await openDesk({ db }).enter({})).headers.getSetCookie();
    expect(https).toMatch(
      /^__Host-ops=[\w.-]+; Max-Age=28800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const local = openDesk({ db, origin: "http://127.0.0.1:4000" });
    const [http] = (await local.enter({})).headers.getSetCookie();
    expect(http).toMatch(/^ops=[\w.-]+; Max-Age=28800; Path=\/ops; HttpOnly; SameSite=Strict$/);
  });

  test("leads back to the page that was asked for", async ({ db }) => {
    const desk = openDesk({ db });
    const asked = await desk.request("/ops/events?state=failed");
    const page = await (await desk.request(asked.headers.get("location") ?? "")).text();
    expect(page).toContain('name="next" value="/ops/events?state=failed"');
    const answer = await desk.enter({ next: "/ops/events?state=failed" });
    expect(answer.headers.get("location")).toBe("/ops/events?state=failed");
  });

  test.for([
    "https://evil.example/ops/",
    "//evil.example/ops/",
    "/\\evil.example/ops/",
    "/ops/../../evil",
    "javascript:alert(1)",
    "/elsewhere",
    "/ops/sign-in",
    "http://[",
  ])("never leads to %s", async (next, { db }) => {
    const answer = await openDesk({ db }).enter({ next });
    expect(answer.headers.get("location")).toBe("/ops/events");
  });

  test("is refused from another site, so that nobody is signed in as somebody else", async ({
    db,
  }) => {
    const headers = { origin: "https://evil.example" };
    const answer = await openDesk({ db }).enter({}, { headers });
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test("ends for an address that guesses, and not for others", async ({ db }) => {
    const desk = openDesk({ db });
    const guess = (address: string) => desk.enter({ password: "guess" }, { address });
    for (let i = 0; i < FAILURES_PER_ADDRESS; i++) {
      expect((await guess("192.0.2.7")).status).toBe(401);
    }
    const limited = await desk.enter({}, { address: "192.0.2.7" });
    expect(limited.status).toBe(429);
    expect(limited.headers.get("retry-after")).toBe("900");
    expect(limited.headers.getSetCookie()).toEqual([]);
    expect(await limited.text()).toContain("Try again in 15 minutes.");
    expect((await desk.enter({}, { address: "192.0.2.8" })).status).toBe(303);
    desk.wait(WINDOW_MS);
    expect((await desk.enter({}, { address: "192.0.2.7" })).status).toBe(303);
  });

  test("ends for everyone when the guesses come from everywhere", async ({ db }) => {
    const desk = openDesk({ db });
    for (let i = 0; i < FAILURES_IN_TOTAL; i++) {
      await desk.enter({ password: "guess" }, { address: `198.51.100.${String(i)}` });
    }
    expect((await desk.enter({}, { address: "192.0.2.1" })).status).toBe(429);
    desk.wait(WINDOW_MS);
    expect((await desk.enter({}, { address: "192.0.2.1" })).status).toBe(303);
  });

  test("counts the addresses of one IPv6 customer as one", async ({ db }) => {
    const desk = openDesk({ db });
    for (let i = 0; i < FAILURES_PER_ADDRESS; i++) {
      await desk.enter({ password: "guess" }, { address: `2001:db8:1:2::${String(i)}` });
    }
    expect((await desk.enter({}, { address: "2001:db8:1:2:ffff::1" })).status).toBe(429);
    expect((await desk.enter({}, { address: "2001:db8:1:3::1" })).status).toBe(303);
  });

  test("leaves neither the name nor the password in the log", async ({ db }) => {
    const desk = openDesk({ db });
    await desk.enter({ name: "Ada Lovelace" });
    await desk.enter({ name: "Ada Lovelace", password: "a secret guess" });
    expect(desk.lines.map((line) => line.name)).toEqual(["ops_signed_in", "ops_sign_in_refused"]);
    expect(JSON.stringify(desk.lines)).not.toMatch(/Ada|secret|horse/);
  });
});
