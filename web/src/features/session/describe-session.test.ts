import type { Factor, User } from "@supabase/auth-js";
import { describe, expect, test } from "vitest";
import { describeSession } from "./describe-session.ts";

const token = (claims: object) =>
  `e30.${btoa(JSON.stringify(claims)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}.c2ln`;

const person = (factors?: Pick<Factor, "status">[]): User =>
  ({
    id: "00000000-0000-4000-8000-000000000000",
    email: "ada@example.co.uk",
    user_metadata: { first_name: "Zoë" },
    ...(factors === undefined ? {} : { factors }),
  }) as unknown as User;

test("no tokens: visitor", () => {
  expect(describeSession(null)).toEqual({ state: "visitor" });
});

describe("with tokens", () => {
  test.for([
    ["no second factor", "aal1", undefined, "signed-in"],
    ["a second factor that was never finished", "aal1", [{ status: "unverified" }], "signed-in"],
    ["a second factor that was not asked yet", "aal1", [{ status: "verified" }], "awaiting-code"],
    ["a second factor that was given", "aal2", [{ status: "verified" }], "signed-in"],
    [
      "a second factor and a token without a level",
      undefined,
      [{ status: "verified" }],
      "awaiting-code",
    ],
  ] as const)("%s", ([, aal, factors, state]) => {
    const user = person(factors?.map((factor) => ({ ...factor })));
    // Non-ASCII letters exercise base64url.
    const access_token = token({ aal, email: "ÿ?>~ÿ" });
    expect(describeSession({ access_token, user })).toEqual({ state, user });
  });

  test.for(["", "not a token", "a.%%%.c", "a.bnVsbA.c", "a.WzFd.c"])(
    "unreadable token (%s): awaiting-code for a user with a second factor",
    (access_token) => {
      const user = person([{ status: "verified" }]);
      expect(describeSession({ access_token, user }).state).toBe("awaiting-code");
    },
  );
});
