import { describe, expect } from "vitest";
import type { AuthService } from "../../tests/support/auth-service.ts";
import { test } from "../../tests/support/oauth.ts";
import { insertPasskeys } from "../../tests/support/passkey-rows.ts";
import { UNLIMITED } from "../../tests/support/unlimited.ts";

const EMAIL = "ada@shop.example";
const THIEF = { email: EMAIL, password: "chosen by a thief" };
const OWNER = { email: EMAIL, password: "low tide at six" };
/** An SSO organisation that names any email. */
const CLAIM = { email: EMAIL, email_verified: false, name: "Thief", sub: "2" };

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

describe("password set before the address was confirmed", () => {
  test("password of an unproven sign-up: does not make its network trusted for attempts, a proven code or password does", async ({
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
    expect(known).toEqual([EMAIL]);
    expect(await signsIn(auth, THIEF)).toBe(EMAIL);
    expect(known).toEqual([EMAIL, EMAIL]);
  });

  test("name of a stranger's sign-up: gone with the owner's own sign-up", async ({ auth }) => {
    const data = (first_name: string) => ({ options: { data: { first_name } } });
    await auth.client().signUp({ ...THIEF, ...data("Thief") });
    await auth.client().signUp({ ...THIEF, password: "another one", ...data("Thief") });
    auth.wait(61);
    await auth.client().signUp({ ...OWNER, ...data("Ada") });
    const { user } = await confirm(auth, "signup");
    expect(user?.user_metadata).toEqual({
      sub: user?.id,
      email: EMAIL,
      email_verified: true,
      phone_verified: false,
      first_name: "Ada",
    });
  });

  test("password of a sign-up that is repeated or whose email is resent: stays valid", async ({
    auth,
  }) => {
    await signUp(auth, OWNER);
    auth.wait(61);
    await signUp(auth, OWNER);
    auth.wait(61);
    await auth.client().resend({ type: "signup", email: EMAIL });
    await confirm(auth, "signup");
    expect(await signsIn(auth, OWNER)).toBe(EMAIL);
  });

  test.for([
    ["before", THIEF, OWNER],
    ["after", OWNER, THIEF],
  ] as const)(
    "address signed up by two, the stranger %s its user: both passwords are void",
    async ([, first, second], { auth }) => {
      await signUp(auth, first);
      auth.wait(61);
      await signUp(auth, second);
      const { user } = await confirm(auth, "signup");
      expect(user?.email).toBe(EMAIL);
      expect(await signsIn(auth, THIEF)).toBe("invalid_credentials");
      expect(await signsIn(auth, OWNER)).toBe("invalid_credentials");
    },
  );

  test("second sign-up too soon for its own email: still voids the password", async ({ auth }) => {
    await signUp(auth, THIEF);
    await signUp(auth, OWNER);
    await confirm(auth, "signup");
    expect(await signsIn(auth, THIEF)).toBe("invalid_credentials");
  });

  test("first sign-up repeated: does not restore the void password", async ({ auth }) => {
    await signUp(auth, THIEF);
    await signUp(auth, OWNER);
    auth.wait(61);
    await signUp(auth, THIEF);
    await confirm(auth, "signup");
    expect(await signsIn(auth, THIEF)).toBe("invalid_credentials");
  });

  test("concurrent sign-ups with different passwords: both passwords are void", async ({
    auth,
    database,
  }) => {
    await Promise.all([signUp(auth, THIEF), signUp(auth, OWNER)]);
    const { rows } = await database.query("select password_hash from users");
    expect(rows).toEqual([{ password_hash: null }]);
  });

  test("sign-in by email link or code: voids the unproven password", async ({ auth }) => {
    await signUp(auth, THIEF);
    auth.wait(61);
    await auth.client().signInWithOtp({ email: EMAIL });
    await confirm(auth, "email");
    expect(await signsIn(auth, THIEF)).toBe("invalid_credentials");
  });

  test("account already in use: keeps its password", async ({ auth, database }) => {
    await signUp(auth, OWNER);
    await database.query("update users set last_sign_in_at = now()");
    await signUp(auth, THIEF);
    auth.wait(61);
    await auth.client().signInWithOtp({ email: EMAIL });
    await confirm(auth, "email");
    expect(await signsIn(auth, OWNER)).toBe(EMAIL);
  });
});

describe("link generated by an administrator", () => {
  const asAdmin = async (auth: AuthService, path: string, body: unknown) =>
    auth.call("POST", path, body, {
      authorization: `Bearer ${await auth.sign({ role: "service_role" })}`,
    });

  test("invitation or link: does not confirm a password that was chosen before", async ({
    auth,
  }) => {
    await signUp(auth, THIEF);
    const invited = await asAdmin(auth, "/invite", { email: EMAIL });
    expect(invited.status).toBe(200);
    await confirm(auth, "signup");
    expect(await signsIn(auth, THIEF)).toBe("invalid_credentials");
  });

  test("sign-up link: confirms the password that the administrator set", async ({ auth }) => {
    await signUp(auth, THIEF);
    const link = await asAdmin(auth, "/admin/generate_link", { type: "signup", ...OWNER });
    const client = auth.client();
    await client.verifyOtp({ token_hash: String(link.body["hashed_token"]), type: "signup" });
    expect(await signsIn(auth, THIEF)).toBe("invalid_credentials");
    expect(await signsIn(auth, OWNER)).toBe(EMAIL);
  });
});

describe("identity whose provider did not verify the address", () => {
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
    "unverified identity, then a user who %s: does not get it",
    async ([, type, ask], { auth, visit }) => {
      await visit("github", CLAIM);
      auth.wait(61);
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

describe("session, passkey and factors from before the address was proven", () => {
  test.for(["signup", "recovery", "google"] as const)(
    "proven by %s: they end",
    async (way, { auth, visit, database }) => {
      await signUp(auth, THIEF);
      await database.query(`insert into sessions (id, user_id, amr, created_at)
      select gen_random_uuid(), id, '[]', '2020-01-01' from users`);
      await database.query(`insert into mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      select gen_random_uuid(), id, type, 'verified', now(), now()
      from users, unnest(array['totp', 'recovery_code']) type`);
      await insertPasskeys(database.db);
      if (way === "recovery") await auth.client().resetPasswordForEmail(EMAIL);
      const proven =
        way === "google"
          ? await visit(way, { ...CLAIM, email_verified: true })
          : await confirm(auth, way);
      expect(proven).not.toHaveProperty("user.factors");
      for (const table of ["mfa_factors", "webauthn_credentials"]) {
        expect((await database.query(`select id from ${table}`)).rows).toEqual([]);
      }
      const earlier = await database.query(
        "select id from sessions where created_at = '2020-01-01'",
      );
      expect(earlier.rows).toEqual([]);
    },
  );
});
