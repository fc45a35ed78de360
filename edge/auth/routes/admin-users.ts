import type { Context } from "hono";
import * as z from "zod";
import type { Actor } from "#contracts/events/envelope.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { changeUser } from "#db/accounts/admin/change-user.ts";
import { createUser } from "#db/accounts/admin/create-user.ts";
import { listUsers } from "#db/accounts/admin/list-users.ts";
import { deleteFactor } from "#db/accounts/factors/change-factors.ts";
import { deletePasskey } from "#db/accounts/passkeys/change-passkeys.ts";
import { listPasskeys } from "#db/accounts/passkeys/find-passkeys.ts";
import type { Account } from "#db/accounts/users/account-row.ts";
import { findUserById } from "#db/accounts/users/find-users.ts";
import type { NewIdentity } from "#db/accounts/users/insert-account.ts";
import type { Taken } from "#db/accounts/users/unique-violation.ts";
import type { Db } from "#db/client.ts";
import { deleteAccount, eraseAccount } from "#db/personal-data/erase-account.ts";
import { type AppContext, newRoutes } from "../../http/env.ts";
import { publishEvents } from "../../http/publish-events.ts";
import { readBanDuration } from "../accounts/ban-duration.ts";
import { accountCreated } from "../accounts/create-account.ts";
import { requireSmallMetadata } from "../accounts/metadata.ts";
import { requireAdmin } from "../accounts/require-admin.ts";
import { readEmail, readPhone } from "../addresses.ts";
import type { AuthDeps } from "../deps.ts";
import { FACTOR_METHODS, factorNotFoundError } from "../factors/factor-rules.ts";
import { emailExistsError } from "../http/account-errors.ts";
import { AuthError, validationError } from "../http/auth-errors.ts";
import { readJson, readOptionalJson } from "../http/auth-json-body.ts";
import { linkHeader, readPage } from "../http/pagination.ts";
import { publishWritten } from "../http/publish-written.ts";
import { isImportable } from "../passwords/stored-hash.ts";
import { requireStrongPassword } from "../passwords/strength.ts";
import { newNotice } from "../sessions/new-session.ts";
import { factorJson, userJson } from "../sessions/user-json.ts";
import { passkeyJson, passkeyNotFoundError, readPasskeyId } from "./passkeys.ts";

const ROLES = ["anon", "authenticated", "service_role", "supabase_admin"];

const Metadata = z.record(z.string(), z.unknown());
export const UserBody = z.object({
  id: z.optional(z.string()),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  password: z.optional(z.string()),
  password_hash: z.optional(z.string()),
  email_confirm: z.optional(z.boolean()),
  phone_confirm: z.optional(z.boolean()),
  user_metadata: z.optional(Metadata),
  app_metadata: z.optional(Metadata),
  role: z.optional(z.string()),
  ban_duration: z.optional(z.string()),
});
type UserBody = z.infer<typeof UserBody>;
export const DeleteBody = z.object({ should_soft_delete: z.optional(z.boolean()) });

const Uuid = z.uuid();
const NIL_UUID = "00000000-0000-0000-0000-000000000000";

/** All administrators share the service key. */
export const ADMIN_ACTOR: Actor = { kind: "system", name: "service_role" };

/** GoTrue sorts by one column, too. */
const SORT = /^created_at(?: (asc|desc))?$/;

export function adminUserRoutes(deps: AuthDeps) {
  const { config, db, now } = deps;

  return newRoutes()
    .use("/admin/*", async function onlyAdmins(c, next) {
      await requireAdmin(c, deps);
      await next();
    })
    .get("/admin/users", async (c) => {
      const page = readPage({ page: c.req.query("page"), perPage: c.req.query("per_page") });
      if (page === null) throw validationError("Bad Pagination Parameters");
      const { page: number, perPage } = page;
      const sort = SORT.exec(c.req.query("sort") ?? "created_at desc");
      if (sort === null) throw validationError("Bad Sort Parameters");
      const { users, total } = await listUsers(db, {
        limit: perPage,
        offset: (number - 1) * perPage,
        filter: c.req.query("filter") ?? "",
        isOldestFirst: sort[1] === "asc",
      });
      c.header("X-Total-Count", String(total));
      c.header("Link", linkHeader(c.req.url, page, total));
      return c.json({ users: users.map((user) => userJson(user, config)), aud: config.JWT_AUD });
    })
    .post("/admin/users", async (c) => createByAdmin(c, deps))
    .get("/admin/users/:id", async (c) => c.json(userJson(await getUserOfPath(c, db), config)))
    .put("/admin/users/:id", async (c) => {
      const id = readUserId(c);
      const body = await readJson(c, UserBody);
      const fields = await prepareUserFields(deps, body, await getUserOfPath(c, db));
      const { events } = c.var;
      const passwordEvent = newEvent(events, "PasswordChanged", ADMIN_ACTOR, { userId: id });
      const emailEvent = newEvent(events, "EmailChanged", ADMIN_ACTOR, { userId: id });
      const written = await changeUser(db, {
        ...fields,
        id,
        identities: newIdentities(deps, id, fields),
        passwordEvent,
        emailEvent,
        notice: newNotice(c, ADMIN_ACTOR),
        at: now().toISOString(),
      });
      if (written === null) throw userNotFoundError();
      if (typeof written === "string") throw takenError(written);
      publishWritten(c, [passwordEvent, emailEvent], written);
      return c.json(userJson(await getUserOfPath(c, db), config));
    })
    .delete("/admin/users/:id", async (c) => deleteByAdmin(c, deps))
    .get("/admin/users/:id/factors", async (c) => {
      const user = await getUserOfPath(c, db);
      return c.json(user.factors.map(factorJson));
    })
    .delete("/admin/users/:id/factors/:factorId", async (c) => {
      const user = await getUserOfPath(c, db);
      const factor = user.factors.find(({ id }) => id === c.req.param("factorId"));
      if (factor === undefined) throw factorNotFoundError();
      await deleteFactor(db, {
        userId: user.id,
        sessionId: null,
        factorId: factor.id,
        method: FACTOR_METHODS[factor.factorType],
        notice: newNotice(c, ADMIN_ACTOR),
      });
      return c.json(factorJson(factor));
    })
    .get("/admin/users/:id/passkeys", async (c) => {
      const { user, passkeys } = await listPasskeys(db, { userId: readUserId(c), sessionId: null });
      if (user === null) throw userNotFoundError();
      return c.json(passkeys.map(passkeyJson));
    })
    .delete("/admin/users/:id/passkeys/:passkeyId", async (c) => {
      const { id: userId } = await getUserOfPath(c, db);
      const isDeleted = await deletePasskey(db, {
        id: readPasskeyId(c, "passkeyId"),
        userId,
        sessionId: null,
        notice: newNotice(c, ADMIN_ACTOR),
      });
      if (!isDeleted) throw passkeyNotFoundError();
      return c.body(null, 204);
    });
}

async function createByAdmin(c: AppContext, deps: AuthDeps): Promise<Response> {
  const { config, db, makeUuid } = deps;
  const body = await readJson(c, UserBody);
  const { ban, ...fields } = await prepareUserFields(deps, body, {
    email: null,
    phone: null,
    userMetadata: {},
    appMetadata: {},
  });
  if (fields.email === null && fields.phone === null) {
    throw validationError("Cannot create a user without either an email or phone");
  }
  const id = body.id === undefined ? makeUuid() : readId(body.id);
  const event = accountCreated(c, id, "admin", ADMIN_ACTOR);
  const providers = [
    ...(fields.email === null ? [] : ["email"]),
    ...(fields.phone === null ? [] : ["phone"]),
  ];
  const user = await createUser(db, {
    ...fields,
    id,
    role: fields.role ?? config.JWT_DEFAULT_GROUP_NAME,
    bannedUntil: ban?.until ?? null,
    appMetadata: { provider: providers[0], providers, ...fields.appMetadata },
    identities: newIdentities(deps, id, fields),
    event,
  });
  if (typeof user === "string") throw takenError(user);
  publishEvents(c, [event]);
  return c.json(userJson(user, config));
}

async function deleteByAdmin(c: AppContext, { db }: AuthDeps): Promise<Response> {
  const userId = readUserId(c);
  const body = await readOptionalJson(c, DeleteBody);
  const isSoft = body.should_soft_delete === true;
  const event = newEvent(c.var.events, "AccountErased", ADMIN_ACTOR, {
    userId,
    by: "admin",
    left: isSoft ? "nameless_row" : "nothing",
  });
  const erase = isSoft ? eraseAccount : deleteAccount;
  const erasure = await erase(db, { userId, sessionId: null, event });
  if (erasure === "not_found") throw userNotFoundError();
  if (erasure === "billing") {
    throw new AuthError("conflict", "This account has a subscription: cancel it first");
  }
  publishEvents(c, [event]);
  return c.json({});
}

async function prepareUserFields(
  deps: AuthDeps,
  body: UserBody,
  known: Pick<Account, "email" | "phone" | "userMetadata" | "appMetadata">,
) {
  requireSmallMetadata(body.user_metadata ?? {}, known.userMetadata);
  requireSmallAppMetadata(body.app_metadata ?? {}, known.appMetadata);
  if (body.role !== undefined && body.role !== "" && !ROLES.includes(body.role)) {
    throw validationError(`role must be one of ${ROLES.join(", ")}`);
  }
  const password = body.password ?? "";
  if (password !== "") {
    await requireStrongPassword(deps, password, {
      email: body.email ?? known.email,
      phone: body.phone ?? known.phone,
      userMetadata: { ...known.userMetadata, ...body.user_metadata },
    });
  }
  const importedHash = readImportedHash(body);
  return {
    email: isGiven(body.email) ? readEmail(body.email) : null,
    phone: isGiven(body.phone) ? readPhone(body.phone) : null,
    role: isGiven(body.role) ? body.role : null,
    isEmailConfirmed: body.email_confirm === true,
    isPhoneConfirmed: body.phone_confirm === true,
    ban: isGiven(body.ban_duration)
      ? { until: readBanDuration(body.ban_duration, deps.now()) }
      : null,
    userMetadata: body.user_metadata ?? {},
    appMetadata: body.app_metadata ?? {},
    passwordHash: password === "" ? importedHash : await deps.passwords.hash(password),
  };
}

function readImportedHash({ password, password_hash: hash }: UserBody): string | null {
  if (!isGiven(hash)) return null;
  if (isGiven(password)) throw validationError("Only a password or a password hash can be given");
  if (isImportable(hash)) return hash;
  throw validationError(
    "password_hash must be bcrypt of a cost up to 12, or Argon2id of up to 64 MiB and 4 passes",
  );
}

function newIdentities(
  { makeUuid, now }: AuthDeps,
  userId: string,
  {
    email,
    phone,
    isEmailConfirmed,
    isPhoneConfirmed,
  }: Omit<Awaited<ReturnType<typeof prepareUserFields>>, "ban">,
): NewIdentity[] {
  const at = now().toISOString();
  const identity = (provider: string, address: string | null, data: object): NewIdentity => ({
    id: makeUuid(),
    provider,
    providerId: userId,
    identityData: { sub: userId, email_verified: false, phone_verified: false, ...data },
    email: address,
    at,
  });
  return [
    ...(email === null
      ? []
      : [identity("email", email, { email, email_verified: isEmailConfirmed })]),
    ...(phone === null
      ? []
      : [identity("phone", null, { phone, phone_verified: isPhoneConfirmed })]),
  ];
}

/** A token still has room for it beside the user metadata. */
const APP_METADATA_MAX_BYTES = 1_024;

function requireSmallAppMetadata(
  change: Record<string, unknown>,
  stored: Record<string, unknown>,
): void {
  if (Buffer.byteLength(JSON.stringify({ ...stored, ...change })) <= APP_METADATA_MAX_BYTES) return;
  throw validationError("App metadata cannot be longer than 1024 bytes");
}

async function getUserOfPath(c: Context, db: Db): Promise<Account> {
  const user = await findUserById(db, readUserId(c));
  if (user === null) throw userNotFoundError();
  return user;
}

function readUserId(c: Context): string {
  const id = Uuid.safeParse(c.req.param("id"));
  if (id.success) return id.data.toLowerCase();
  throw validationError("user_id must be an UUID", { status: 404 });
}

function readId(text: string): string {
  const id = Uuid.safeParse(text);
  if (id.success && id.data !== NIL_UUID) return id.data.toLowerCase();
  throw validationError("ID must conform to the uuid v4 format");
}

function isGiven(text: string | undefined): text is string {
  return text !== undefined && text !== "";
}

function userNotFoundError(): AuthError {
  return new AuthError("user_not_found", "User not found", { status: 404 });
}

export function takenError(what: Taken): AuthError {
  switch (what) {
    case "email_taken":
      return emailExistsError();
    case "phone_taken":
      return new AuthError("phone_exists", "Phone number already registered by another user");
    case "id_taken":
      return new AuthError("conflict", "A user with this id exists already");
  }
}
