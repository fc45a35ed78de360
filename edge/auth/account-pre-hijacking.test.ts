import { describe, expect } from "vitest";
import type { AuthService } from "../../tests/support/auth-service.ts";
import { test } from "../../tests/support/oauth.ts";
import { UNLIMITED } from "./limits/limits.ts";

const EMAIL = "ada@shop.example";
const THIEF = { email: EMAIL, password: "chosen by a thief" };
const OWNER = { email: EMAIL, password: "low tide at six" };
/** An SSO organisation that names any email. */
const CLAIM = { email: EMAIL, email_verified: false, name: "Thief", sub: "2" };

const later = (auth: AuthService) => {
  auth.clock.now = new Date(auth.clock.now.getTime() + 61_000);
};

const signUp = (auth: AuthService, person: typeof THIEF) => auth.client().signUp(person);

const signsIn = async (auth: AuthService, person: typeof THIEF) => {
  const { data, error } = await auth.client().signInWithPassword(person);
  return error === null ? data.user.email : error.code;
};

const confirm = async (auth: AuthService, type: "signup" | "recovery" | "email") => {
  const { code } = await auth.mailTo(EMAIL);
  const { data, error } = await auth.client().verifyOtp({ email: EMAIL, token: code, type });
  expect(error).toBeNull();
  return data;
};

describe("a password that was chosen before the address was proven", () => {
  test("makes nobody's network the owner's, from where codes may be tried more often", async ({
    serviceWith,
  }) => {
    const known: string[] = [];
    const auth = serviceWith(
      {},
      {
        ...UNLIMITED,
        recordSuccessFrom: (account) => {
          known.push(account);
          return Promise.resolve();
        },
      },
    );
    await signUp(auth, THIEF);
    expect(await signsIn(auth, THIEF)).toBe("email_not_confirmed");
    expect(known).toEqual([]);
    await confirm(auth, "signup");
    known.length = 0;
    expect(await signsIn(auth, THIEF)).toBe(EMAIL);
    expect(known).toEqual([EMAIL]);
  });

  test("is good once the mail of its own sign-up proves the address", async ({ auth }) => {
    await signUp(auth, OWNER);
    await confirm(auth, "signup");
    expect(await signsIn(auth, OWNER)).toBe(EMAIL);
  });

  test("stays good when the same sign-up is repeated or its mail sent again", async ({ auth }) => {
    await signUp(auth, OWNER);
    later(auth);
    await signUp(auth, OWNER);
    later(auth);
    await auth.client().resend({ type: "signup", email: EMAIL });
    await confirm(auth, "signup");
    expect(await signsIn(auth, OWNER)).toBe(EMAIL);
  });

  test.for([
    ["before", THIEF, OWNER],
    ["after", OWNER, THIEF],
  ] as const)(
    "is void when somebody else signs up %s its owner, and so is theirs",
    async ([, first, second], { auth }) => {
      await signUp(auth, first);
      later(auth);
      await signUp(auth, second);
      const { user } = await confirm(auth, "signup");
      expect(user?.email).toBe(EMAIL);
      expect(await signsIn(auth, THIEF)).toBe("invalid_credentials");
      expect(await signsIn(auth, OWNER)).toBe("invalid_credentials");
    },
  );

  test("is void although the second sign-up comes too soon for a mail of its own", async ({
    auth,
  }) => {
    await signUp(auth, THIEF);
    await signUp(auth, OWNER);
    await confirm(auth, "signup");
    expect(await signsIn(auth, THIEF)).toBe("invalid_credentials");
  });

  test("is void for good: the first to choose one cannot bring it back", async ({ auth }) => {
    await signUp(auth, THIEF);
    await signUp(auth, OWNER);
    later(auth);
    await signUp(auth, THIEF);
    await confirm(auth, "signup");
    expect(await signsIn(auth, THIEF)).toBe("invalid_credentials");
  });

  test("of two at once with different ones neither is good", async ({ auth, database }) => {
    await Promise.all([signUp(auth, THIEF), signUp(auth, OWNER)]);
    const { rows } = await database.query("select password_hash from users");
    expect(rows).toEqual([{ password_hash: null }]);
  });

  test("is void when the owner asks for a way in without one", async ({ auth }) => {
    await signUp(auth, THIEF);
    later(auth);
    await auth.client().signInWithOtp({ email: EMAIL });
    await confirm(auth, "email");
    expect(await signsIn(auth, THIEF)).toBe("invalid_credentials");
  });

  test("is void when the owner recovers the account", async ({ auth }) => {
    await signUp(auth, THIEF);
    await auth.client().resetPasswordForEmail(EMAIL);
    await confirm(auth, "recovery");
    expect(await signsIn(auth, THIEF)).toBe("invalid_credentials");
  });

  test("stays where the account was used already: nobody voids what its owner signs in with", async ({
    auth,
    database,
  }) => {
    await signUp(auth, OWNER);
    await database.query("update users set last_sign_in_at = now()");
    await signUp(auth, THIEF);
    later(auth);
    await auth.client().signInWithOtp({ email: EMAIL });
    await confirm(auth, "email");
    expect(await signsIn(auth, OWNER)).toBe(EMAIL);
  });
});

describe("a link that an administrator asks for", () => {
  const asAdmin = async (auth: AuthService, path: string, body: unknown) =>
    auth.call("POST", path, body, {
      authorization: `Bearer ${await auth.sign({ role: "service_role" })}`,
    });

  test("confirms no password that a stranger chose before: an invitation none", async ({
    auth,
  }) => {
    await signUp(auth, THIEF);
    const invited = await asAdmin(auth, "/invite", { email: EMAIL });
    expect(invited.status).toBe(200);
    await confirm(auth, "signup");
    expect(await signsIn(auth, THIEF)).toBe("invalid_credentials");
  });

  test("and a sign-up the administrator's", async ({ auth }) => {
    await signUp(auth, THIEF);
    const link = await asAdmin(auth, "/admin/generate_link", { type: "signup", ...OWNER });
    const client = auth.client();
    await client.verifyOtp({ token_hash: String(link.body["hashed_token"]), type: "signup" });
    expect(await signsIn(auth, THIEF)).toBe("invalid_credentials");
    expect(await signsIn(auth, OWNER)).toBe(EMAIL);
  });
});

describe("an identity whose provider never saw the address", () => {
  test.for([
    ["signs up", "signup", (auth: AuthService) => signUp(auth, OWNER)],
    [
      "asks for a way in",
      "email",
      (auth: AuthService) => auth.client().signInWithOtp({ email: EMAIL }),
    ],
    [
      "recovers the account",
      "recovery",
      (auth: AuthService) => auth.client().resetPasswordForEmail(EMAIL),
    ],
  ] as const)(
    "is not the owner's who %s: their own address is",
    async ([, type, ask], { auth, visit }) => {
      await visit("github", CLAIM);
      later(auth);
      await ask(auth);
      const { user } = await confirm(auth, type);
      expect(user).toMatchObject({
        app_metadata: { provider: "email", providers: ["email"] },
        identities: [{ provider: "email", identity_data: { email: EMAIL, email_verified: true } }],
      });
      expect((await visit("github", CLAIM)).query).toMatchObject({
        error_code: "provider_email_needs_verification",
      });
    },
  );
});

test("a session of before the first proof ends with it", async ({ auth, database }) => {
  await signUp(auth, THIEF);
  await database.query(`insert into sessions (id, user_id, amr, created_at)
    select gen_random_uuid(), id, '[]', now() from users`);
  const { session } = await confirm(auth, "signup");
  const { rows } = await database.query("select id from sessions");
  expect(rows).toHaveLength(1);
  expect(session?.access_token).toEqual(expect.any(String));
});
