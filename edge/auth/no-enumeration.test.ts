import { createHash } from "node:crypto";
import { expect } from "vitest";
import { type AuthService, test } from "../../tests/support/auth-service.ts";

const PASSWORD = "low tide at six";

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

const CASES: [string, string, Record<string, unknown>][] = [
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
];

test("proven, unproven and unknown emails: no response tells them apart", async ({ auth }) => {
  const emailOf = (who: string, index: number) => `${who}-${index}@shop.example`;
  for (const index of CASES.keys()) {
    for (const who of ["proven", "unproven"]) {
      await auth.client().signUp({ email: emailOf(who, index), password: PASSWORD });
    }
    const email = emailOf("proven", index);
    const { code } = await auth.mailTo(email);
    await auth.client().verifyOtp({ email, token: code, type: "signup" });
  }
  // A mail within a minute of the sign-up would be refused.
  auth.wait(61);
  for (const [index, [name, path, body]] of CASES.entries()) {
    const answerTo = (who: string) => seen(auth, path, { ...body, email: emailOf(who, index) });
    const answer = await answerTo("unknown");
    expect(await answerTo("proven"), name).toEqual(answer);
    expect(await answerTo("unproven"), name).toEqual(answer);
  }
});
