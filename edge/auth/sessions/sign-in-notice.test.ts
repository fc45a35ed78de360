import { expect } from "vitest";
import { PASSWORD, test } from "../../../tests/support/auth-edge.ts";
import { noticesIn } from "../../../tests/support/security-notices.ts";

const LAPTOP = "Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0";
const UPDATED_LAPTOP = "Mozilla/5.0 (X11; Linux x86_64) Firefox/146.0";
const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1) Safari/605.1";
const HOME = "203.0.113.7";
const SAME_HOME = "203.0.113.99";
const ELSEWHERE = "198.51.100.7";

test.for<[string, (readonly [ip: string, userAgent: string])[], number]>([
  ["the first sign-in", [], 0],
  ["the same device at home", [[SAME_HOME, LAPTOP]], 0],
  ["the same device, updated", [[HOME, UPDATED_LAPTOP]], 0],
  ["another device at home", [[HOME, PHONE]], 1],
  ["the same device elsewhere", [[ELSEWHERE, LAPTOP]], 1],
  [
    "another device elsewhere, twice",
    [
      [ELSEWHERE, PHONE],
      [ELSEWHERE, PHONE],
    ],
    1,
  ],
  [
    "an IPv6 address, then its neighbour",
    [
      ["2001:db8:1:2::7", LAPTOP],
      ["2001:db8:1:2:3::9", LAPTOP],
    ],
    1,
  ],
  ["an unreadable address", [["unknown", LAPTOP]], 1],
])(
  "%s after a sign-up at home: notices",
  async ([, signIns, expected], { serviceWith, database }) => {
    const auth = serviceWith({ MAILER_AUTOCONFIRM: "true" });
    const email = "ada@shop.example";
    const credentials = { email, password: PASSWORD };
    const from = (ip: string, userAgent: string) => ({
      "cf-connecting-ip": ip,
      "user-agent": userAgent,
    });
    await auth.call("POST", "/signup", credentials, from(HOME, LAPTOP));
    for (const [ip, userAgent] of signIns) {
      const path = "/token?grant_type=password";
      const { status } = await auth.call("POST", path, credentials, from(ip, userAgent));
      expect(status).toBe(200);
    }
    expect(await noticesIn(database)).toEqual(
      Array.from({ length: expected }, () => "new-sign-in"),
    );
  },
);

test("sign-in elsewhere after all sessions ended: no notice, because nothing is known", async ({
  edge,
  database,
}) => {
  const { email, token } = await edge.signUp();
  expect((await edge.call("POST", "/logout?scope=global", { token })).status).toBe(204);
  const body = { email, password: PASSWORD };
  const path = "/token?grant_type=password";
  expect((await edge.call("POST", path, { body, ip: ELSEWHERE })).status).toBe(200);
  expect(await noticesIn(database)).toEqual([]);
});
