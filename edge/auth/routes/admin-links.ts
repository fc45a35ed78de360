import { type Context, Hono } from "hono";
import { z } from "zod";
import { newEvent } from "#contracts/events/new-event.ts";
import type { Account } from "#db/accounts/account.ts";
import { createUser } from "#db/accounts/create-user.ts";
import { issueLink, type LinkPurpose } from "#db/accounts/issue-link.ts";
import type { NewToken } from "#db/accounts/insert-token.ts";
import { findUser } from "#db/accounts/find-user.ts";
import type { AppEnv } from "../../http/env.ts";
import { requireAdmin } from "../accounts/require-admin.ts";
import { publishEvents } from "../../http/publish-events.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../http/auth-errors.ts";
import { readJson } from "../http/auth-json-body.ts";
import { requireSmallMetadata } from "../accounts/metadata.ts";
import { newToken } from "../one-time-tokens/new-token.ts";
import { requireStrongPassword } from "../passwords/hash.ts";
import { chooseRedirect, redirectTarget } from "../http/allowed-redirects.ts";
import { userJson } from "../sessions/user-json.ts";
import { ADMIN_ACTOR, takenError } from "./admin-users.ts";
import { readEmail } from "../email-address.ts";

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
const LinkBody = z.object({
  type: z.optional(z.string()),
  email: z.optional(z.string()),
  new_email: z.optional(z.string()),
  password: z.optional(z.string()),
  data: z.optional(Metadata),
  redirect_to: z.optional(z.string()),
});
type LinkBody = z.infer<typeof LinkBody>;
const InviteBody = z.object({ email: z.optional(z.string()), data: z.optional(Metadata) });

/**
 * `POST /invite` and `POST /admin/generate_link`: links mailed by us or passed on by an
 * administrator.
 */
export function adminLinkRoutes(deps: AuthDeps) {
  const { codes, config, db, makeUuid, now, passwords } = deps;

  async function create(
    c: Context<AppEnv>,
    email: string,
    passwordHash: string | null,
    data: z.infer<typeof Metadata>,
  ): Promise<Account> {
    requireSmallMetadata(data);
    const id = makeUuid();
    const proof = { sub: id, email, email_verified: false, phone_verified: false };
    const event = newEvent(c.var.events, "AccountCreated", ADMIN_ACTOR, {
      userId: id,
      origin: "admin",
    });
    const user = await createUser(db, {
      id,
      role: config.JWT_DEFAULT_GROUP_NAME,
      email,
      phone: null,
      passwordHash,
      emailConfirmed: false,
      phoneConfirmed: false,
      bannedUntil: null,
      appMetadata: { provider: "email", providers: ["email"] },
      userMetadata: { ...data, ...proof },
      identities: [
        {
          id: makeUuid(),
          provider: "email",
          providerId: id,
          identityData: { ...data, ...proof },
          email,
          at: now().toISOString(),
        },
      ],
      event,
    });
    if (typeof user === "string") throw takenError(user);
    publishEvents(c, [event]);
    return user;
  }

  async function createWithPassword(
    c: Context<AppEnv>,
    email: string,
    body: LinkBody,
  ): Promise<Account> {
    const password = body.password ?? "";
    if (password === "") {
      throw new AuthError("validation_failed", "Signup requires a valid password");
    }
    requireStrongPassword(password, config);
    return create(c, email, await passwords.hash(password), body.data ?? {});
  }

  async function passwordFor(type: "signup" | "invite", { password = "" }: LinkBody) {
    if (type === "invite" || password === "") return null;
    requireStrongPassword(password, config);
    return passwords.hash(password);
  }

  /** Finds or creates the link's account and its purpose. */
  async function linkFor(
    c: Context<AppEnv>,
    type: LinkType,
    email: string,
    body: LinkBody,
  ): Promise<{
    user: Account;
    type: LinkType;
    purpose: LinkPurpose;
    token: NewToken["purpose"];
    to: string;
  }> {
    const user = await findUser(db, { email });
    switch (type) {
      case "signup":
      case "invite": {
        if (user !== null && user.email_confirmed_at !== null) throw takenError("email_taken");
        const kind = type === "invite" ? "invite" : "confirmation";
        const claimed = user === null ? null : { passwordHash: await passwordFor(type, body) };
        const make = () =>
          type === "invite"
            ? create(c, email, null, body.data ?? {})
            : createWithPassword(c, email, body);
        return {
          user: user ?? (await make()),
          type,
          purpose: { kind, claimed },
          token: "confirmation",
          to: email,
        };
      }
      case "magiclink": {
        const purpose: LinkPurpose = { kind: "recovery" };
        if (user !== null) return { user, type, purpose, token: "recovery", to: email };
        // An account that nobody has used is signed up by the link.
        return {
          user: await create(c, email, null, body.data ?? {}),
          type: "signup",
          purpose: { kind: "confirmation", claimed: null },
          token: "confirmation",
          to: email,
        };
      }
      case "recovery":
        return {
          user: user ?? userNotFound(),
          type,
          purpose: { kind: "recovery" },
          token: "recovery",
          to: email,
        };
      case "email_change_current":
      case "email_change_new": {
        const isNew = type === "email_change_new";
        if (!isNew && !config.MAILER_SECURE_EMAIL_CHANGE_ENABLED) {
          throw new AuthError(
            "validation_failed",
            "Enable secure email change to generate link for current email",
          );
        }
        const newEmail = readEmail(body.new_email ?? "");
        if ((await findUser(db, { email: newEmail })) !== null) throw takenError("email_taken");
        return {
          user: user ?? userNotFound(),
          type,
          purpose: { kind: "email_change", newEmail },
          token: type,
          to: isNew ? newEmail : email,
        };
      }
    }
  }

  return new Hono<AppEnv>()
    .post("/invite", async (c) => {
      await requireAdmin(c, deps);
      const body = await readJson(c, InviteBody);
      const email = readEmail(body.email ?? "");
      const { user, purpose, to } = await linkFor(c, "invite", email, body);
      const redirectTo = redirectTarget(c, deps.config);
      const token = newToken(deps, {
        purpose: "confirmation",
        address: to,
        isPkce: false,
        redirectTo,
      });
      const mail = newEvent(c.var.events, "AuthMailRequested", ADMIN_ACTOR, {
        tokenId: token.id,
        mail: "invite",
      });
      const invited = await issueLink(db, {
        userId: user.id,
        purpose,
        token,
        mail,
      });
      if (invited === null) return userNotFound();
      publishEvents(c, [mail]);
      return c.json(userJson(invited, config));
    })
    .post("/admin/generate_link", async (c) => {
      await requireAdmin(c, deps);
      const body = await readJson(c, LinkBody);
      const asked = LINK_TYPES.find((type) => type === body.type);
      if (asked === undefined) {
        throw new AuthError("validation_failed", "Invalid email action link type requested");
      }
      const email = readEmail(body.email ?? "");
      const link = await linkFor(c, asked, email, body);
      const redirectTo = chooseRedirect([body.redirect_to, redirectTarget(c, deps.config)], config);
      const token = newToken(deps, {
        purpose: link.token,
        address: link.to,
        isPkce: false,
        redirectTo,
      });
      const user = await issueLink(db, {
        userId: link.user.id,
        purpose: link.purpose,
        token,
        mail: null,
      });
      if (user === null) return userNotFound();
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

function userNotFound(): never {
  throw new AuthError("user_not_found", "User with this email not found", { status: 404 });
}
