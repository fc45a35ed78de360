import { createHash } from "node:crypto";
import { describe, expect } from "vitest";
import { type AuthService, test as base } from "../../tests/support/auth-service.ts";

const PASSWORD = "low tide at six";
const PROVEN = "ada@shop.example";
const UNPROVEN = "bob@shop.example";
const UNKNOWN = "eve@shop.example";

/** A service with two known and one unknown email, a minute later. */
const test = base.extend<{ known: AuthService }>({
  known: async ({ auth }, use) => {
    for (const email of [PROVEN, UNPROVEN]) {
      await auth.client().signUp({ email, password: PASSWORD });
    }
    const { code } = await auth.mailTo(PROVEN);
    await auth.client().verifyOtp({ email: PROVEN, token: code, type: "signup" });
    auth.clock.now = new Date(auth.clock.now.getTime() + 61_000);
    await use(auth);
  },
});

/** Everything of a response that is not random or echoed. */
async function seen(auth: AuthService, path: string, body: Record<string, unknown>) {
  const answer = await auth.call("POST", path, body);
  const shape = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shape);
    if (typeof value !== "object" || value === null) return typeof value;
    return Object.fromEntries(
      Object.entries(value)
        .map(([name, part]) => [name, shape(part)] as const)
        .toSorted(([a], [b]) => a.localeCompare(b)),
    );
  };
  return {
    status: answer.status,
    code: answer.body["code"],
    message: answer.body["message"],
    body: shape(answer.body),
    headers: [...answer.headers.keys()].toSorted(),
  };
}

const CHALLENGE = {
  code_challenge: createHash("sha256").update("v".repeat(64)).digest("base64url"),
  code_challenge_method: "s256",
};

describe("no response reveals whether an address has an account", () => {
  test.for<[string, string, Record<string, unknown>]>([
    ["sign-up", "/signup", { password: "another one", data: { first_name: "Eve" } }],
    ["sign-up with PKCE", "/signup", { password: "another one", ...CHALLENGE }],
    ["sign-up with a weak password", "/signup", { password: "12345" }],
    ["code by mail", "/otp", {}],
    ["link by mail with PKCE", "/magiclink", CHALLENGE],
    ["recovery", "/recover", {}],
    ["recovery with PKCE", "/recover", CHALLENGE],
    ["resent confirmation", "/resend", { type: "signup" }],
    ["resent email change", "/resend", { type: "email_change" }],
    ["wrong password", "/token?grant_type=password", { password: "a wrong one" }],
    ["wrong code", "/verify", { type: "email", token: "000000" }],
    ["wrong code of a recovery", "/verify", { type: "recovery", token: "000000" }],
  ])(
    "%s: same response for proven, unproven and unknown emails",
    async ([, path, body], { known }) => {
      const unknown = await seen(known, path, { ...body, email: UNKNOWN });
      expect(await seen(known, path, { ...body, email: PROVEN })).toEqual(unknown);
      expect(await seen(known, path, { ...body, email: UNPROVEN })).toEqual(unknown);
    },
  );
});
