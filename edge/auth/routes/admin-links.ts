import * as z from "zod";
import { createUser } from "#db/accounts/admin/create-user.ts";
import { issueLink, type LinkPurpose } from "#db/accounts/admin/issue-link.ts";
import type { NewToken } from "#db/accounts/one-time-tokens/change-tokens.ts";
import type { Account } from "#db/accounts/users/account-row.ts";
import { findUser } from "#db/accounts/users/find-users.ts";
import { type AppContext, newRoutes } from "../../http/env.ts";
import { publishEvents } from "../../http/publish-events.ts";
import { accountCreated, newEmailAccount } from "../accounts/create-account.ts";
import { requireAdmin } from "../accounts/require-admin.ts";
import { readEmail } from "../addresses.ts";
import type { AuthDeps } from "../deps.ts";
import { chooseRedirect, redirectTarget } from "../http/allowed-redirects.ts";
import { AuthError, validationError } from "../http/auth-errors.ts";
import { readJson } from "../http/auth-json-body.ts";
import { newMail, newToken } from "../one-time-tokens/new-token.ts";
import { requireStrongPassword } from "../passwords/strength.ts";
import { userJson } from "../sessions/user-json.ts";
import { ADMIN_ACTOR, takenError } from "./admin-users.ts";

const LINK_TYPES = [
  "signup",
  "invite",
  "magiclink",
  "recovery",
  "email_change_current",
  "email_change_new",
] as const;
type LinkType = (typeof LINK_TYPES)[number];

const Metadata = z.record(z.string(), z.unknown());
export const LinkBody = z.object({
  type: z.optional(z.string()),
  email: z.optional(z.string()),
  new_email: z.optional(z.string()),
  password: z.optional(z.string()),
  data: z.optional(Metadata),
  redirect_to: z.optional(z.string()),
});
type LinkBody = z.infer<typeof LinkBody>;
export const InviteBody = z.object({ email: z.optional(z.string()), data: z.optional(Metadata) });

type AccountLink = {
  user: Account;
  type: LinkType;
  purpose: LinkPurpose;
  tokenPurpose: NewToken["purpose"];
  address: string;
};

/**
 * `POST /invite` and `POST /admin/generate_link`: we mail the first, an administrator passes on
 * the second.
 */
export function adminLinkRoutes(deps: AuthDeps) {
  const { codes, config, db } = deps;
  return newRoutes()
    .post("/invite", async (c) => {
      await requireAdmin(c, deps);
      const body = await readJson(c, InviteBody);
      const email = readEmail(body.email ?? "");
      const { user, purpose, address } = await confirmationLink(c, deps, {
        type: "invite",
        email,
        body,
      });
      const { token, mail } = newMail(c, deps, ADMIN_ACTOR, "invite", {
        purpose: "confirmation",
        address,
        isPkce: false,
        redirectTo: redirectTarget(c, config),
      });
      const invited = await issueLink(db, { userId: user.id, purpose, token, mail });
      if (invited === null) throw userNotFoundError();
      publishEvents(c, [mail]);
      return c.json(userJson(invited, config));
    })
    .post("/admin/generate_link", async (c) => {
      await requireAdmin(c, deps);
      const body = await readJson(c, LinkBody);
      const type = LINK_TYPES.find((known) => known === body.type);
      if (type === undefined) throw validationError("Invalid email action link type requested");
      const email = readEmail(body.email ?? "");
      const link = await newLink(c, deps, { type, email, body });
      const redirectTo = chooseRedirect([body.redirect_to, redirectTarget(c, config)], config);
      const token = newToken(deps, {
        purpose: link.tokenPurpose,
        address: link.address,
        isPkce: false,
        redirectTo,
      });
      const user = await issueLink(db, {
        userId: link.user.id,
        purpose: link.purpose,
        token,
        mail: null,
      });
      if (user === null) throw userNotFoundError();
      const hashedToken = codes.linkToken(token.id, false);
      const query = new URLSearchParams({
        token: hashedToken,
        type: link.purpose.kind === "email_change" ? "email_change" : link.type,
        redirect_to: redirectTo,
      });
      return c.json({
        ...userJson(user, config),
        action_link: `${config.API_EXTERNAL_URL ?? config.API_URL}/auth/v1/verify?${query.toString()}`,
        email_otp: codes.code(token.id, token.codeLength),
        hashed_token: hashedToken,
        verification_type: link.type,
        redirect_to: redirectTo,
      });
    });
}

async function newLink(
  c: AppContext,
  deps: AuthDeps,
  { type, email, body }: { type: LinkType; email: string; body: LinkBody },
): Promise<AccountLink> {
  switch (type) {
    case "signup":
    case "invite":
      return confirmationLink(c, deps, { type, email, body });
    case "magiclink": {
      const user = await findUser(deps.db, { email });
      if (user !== null) return recoveryLink(user, { type, email });
      // The link signs up an account that nobody has used.
      return {
        user: await createUnconfirmedUser(c, deps, {
          email,
          passwordHash: null,
          data: body.data ?? {},
        }),
        type: "signup",
        purpose: { kind: "confirmation", claimed: null },
        tokenPurpose: "confirmation",
        address: email,
      };
    }
    case "recovery":
      return recoveryLink(await getUserByEmail(deps, email), { type, email });
    case "email_change_current":
    case "email_change_new":
      return emailChangeLink(deps, { type, email, newEmail: body.new_email ?? "" });
  }
}

/** Creates the account, or claims an existing unconfirmed one. */
async function confirmationLink(
  c: AppContext,
  deps: AuthDeps,
  {
    type,
    email,
    body,
  }: { type: "signup" | "invite"; email: string; body: Pick<LinkBody, "password" | "data"> },
): Promise<AccountLink> {
  const known = await findUser(deps.db, { email });
  if (known !== null && known.emailConfirmedAt !== null) throw takenError("email_taken");
  const password = type === "invite" ? "" : (body.password ?? "");
  if (type === "signup" && known === null && password === "") {
    throw validationError("Signup requires a valid password");
  }
  if (password !== "") {
    await requireStrongPassword(deps, password, {
      email,
      phone: null,
      userMetadata: body.data ?? {},
    });
  }
  const passwordHash = password === "" ? null : await deps.passwords.hash(password);
  return {
    user:
      known ??
      (await createUnconfirmedUser(c, deps, { email, passwordHash, data: body.data ?? {} })),
    type,
    purpose: {
      kind: type === "invite" ? "invite" : "confirmation",
      claimed: known === null ? null : { passwordHash },
    },
    tokenPurpose: "confirmation",
    address: email,
  };
}

async function emailChangeLink(
  deps: AuthDeps,
  {
    type,
    email,
    newEmail: newEmailText,
  }: { type: "email_change_current" | "email_change_new"; email: string; newEmail: string },
): Promise<AccountLink> {
  const isNew = type === "email_change_new";
  if (!isNew && !deps.config.MAILER_SECURE_EMAIL_CHANGE_ENABLED) {
    throw validationError("Enable secure email change to generate link for current email");
  }
  const newEmail = readEmail(newEmailText);
  if ((await findUser(deps.db, { email: newEmail })) !== null) throw takenError("email_taken");
  return {
    user: await getUserByEmail(deps, email),
    type,
    purpose: { kind: "email_change", newEmail },
    tokenPurpose: type,
    address: isNew ? newEmail : email,
  };
}

function recoveryLink(
  user: Account,
  { type, email }: { type: "magiclink" | "recovery"; email: string },
): AccountLink {
  return { user, type, purpose: { kind: "recovery" }, tokenPurpose: "recovery", address: email };
}

async function createUnconfirmedUser(
  c: AppContext,
  deps: AuthDeps,
  {
    email,
    passwordHash,
    data,
  }: { email: string; passwordHash: string | null; data: z.infer<typeof Metadata> },
): Promise<Account> {
  const fresh = newEmailAccount(deps, { email, passwordHash, data, isConfirmed: false });
  const { id, role, appMetadata } = fresh.account;
  const event = accountCreated(c, id, "admin", ADMIN_ACTOR);
  const user = await createUser(deps.db, {
    id,
    role,
    email,
    phone: null,
    passwordHash,
    isEmailConfirmed: false,
    isPhoneConfirmed: false,
    bannedUntil: null,
    appMetadata,
    // Only a sign-up copies the identity's fields, as in GoTrue.
    userMetadata: data,
    identities: [fresh.identity],
    event,
  });
  if (typeof user === "string") throw takenError(user);
  publishEvents(c, [event]);
  return user;
}

async function getUserByEmail({ db }: AuthDeps, email: string): Promise<Account> {
  const user = await findUser(db, { email });
  if (user === null) throw userNotFoundError();
  return user;
}

function userNotFoundError(): AuthError {
  return new AuthError("user_not_found", "User with this email not found", { status: 404 });
}
