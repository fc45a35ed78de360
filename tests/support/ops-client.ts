import { randomBytes, randomUUID } from "node:crypto";
import type { Queue } from "bullmq";
import { sql } from "drizzle-orm";
import { Hono } from "hono";
import { ID_RANDOM_BYTES, makeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { createMediaKeys } from "#db/content/media/media-address.ts";
import { createAddressHash } from "#db/emails/address-hash.ts";
import type { OperatorRole } from "#db/ops/ops-session.ts";
import type { FindCustomerOfPayment } from "../../worker/billing/find-customer-of-payment.ts";
import type { TrustedProxy } from "../../worker/config.ts";
import type { RenderMailCopy } from "../../worker/mail-copies.ts";
import type { MaterialActions } from "../../worker/material/actions.ts";
import { createFileChecker } from "../../worker/material/run-file-checker.ts";
import { createOpsApp } from "../../worker/ops/app.tsx";
import type { AuthService, Operator } from "../../worker/ports/auth-service.ts";
import { cookieOf } from "./cookie-of.ts";
import { unreachable } from "./unreachable.ts";

export const OPS_ORIGIN = "https://ops.tidepost.example";
export const OPS_PASSWORD = "correct horse battery staple";
/** When the clock of {@link openOpsConsole} starts. */
export const OPS_STARTS_AT = "2026-11-20T23:13:00Z";
export const OPS_SECRET = "a secret for the cookies of the ops console in tests";

export type OpsRequestInit = Omit<RequestInit, "headers"> & {
  headers?: Record<string, string>;
  address?: string;
};

/** An operator whose last code is of {@link OPS_STARTS_AT}. */
export async function seedOperator(
  db: Db,
  { name = "Ada", role = "ops" }: { name?: string; role?: OperatorRole } = {},
): Promise<Operator> {
  const operator = {
    userId: randomUUID(),
    sessionId: randomUUID(),
    name,
    refreshToken: randomUUID(),
  };
  const amr = JSON.stringify([{ method: "totp", timestamp: Date.parse(OPS_STARTS_AT) / 1_000 }]);
  await db.execute(sql`with account as (
      insert into users (id, app_metadata, user_metadata, created_at, updated_at)
      values (${operator.userId}::uuid, ${JSON.stringify({ role })}, '{}', now(), now()) returning id
    ) insert into sessions (id, user_id, aal, amr, created_at)
      select ${operator.sessionId}::uuid, id, 'aal2', ${amr}::jsonb, now() from account`);
  return operator;
}

/**
 * Accepts {@link OPS_PASSWORD} for any address, without a code: the part before the @ is the operator's name, and
 * `viewer` may only look.
 */
function passwordAuth(db: Db): AuthService {
  return {
    async signIn(email, password) {
      if (password !== OPS_PASSWORD) return { outcome: "refused" };
      const [name = ""] = email.split("@");
      const role = name === "viewer" ? "ops_viewer" : "ops";
      return { outcome: "signed_in", operator: await seedOperator(db, { name, role }) };
    },
    verifyCode: () => Promise.resolve({ outcome: "refused" }),
    confirm: () => Promise.resolve({ outcome: "refused" }),
  };
}

/** Opens the ops console as the worker mounts it, with a movable clock and a readable log. */
export function openOpsConsole(options: {
  db: Db;
  queues?: readonly Queue[];
  origin?: string;
  secret?: string;
  auth?: AuthService;
  trustedProxy?: TrustedProxy;
  mailCopy?: RenderMailCopy;
  findCustomerOfPayment?: FindCustomerOfPayment;
  material?: Pick<MaterialActions, "add">;
}) {
  let nowMs = Date.parse(OPS_STARTS_AT);
  const lines: { level: string; name: string; fields: unknown }[] = [];
  const write = (level: string) => (fields: unknown, name?: string) => {
    lines.push({ level, name: name ?? "", fields });
  };
  const now = () => new Date(nowMs);
  const origin = options.origin ?? OPS_ORIGIN;
  const ops = createOpsApp({
    db: options.db,
    queues: options.queues ?? [],
    auth: options.auth ?? passwordAuth(options.db),
    secret: options.secret ?? OPS_SECRET,
    origin,
    trustedProxy: options.trustedProxy,
    apiUrl: "https://api.tidepost.example",
    mediaKeys: createMediaKeys(OPS_SECRET),
    addressHash: createAddressHash(OPS_SECRET),
    material: unreachable<MaterialActions>({
      makePortrait: (bytes) => createFileChecker().makePortrait(bytes),
      ...options.material,
    }),
    siteUrl: "https://tidepost.example",
    renderMailCopy: options.mailCopy ?? (() => Promise.resolve(null)),
    findCustomerOfPayment: options.findCustomerOfPayment ?? (() => Promise.resolve(null)),
    now,
    makeId: (kind) => makeId(kind, nowMs, randomBytes(ID_RANDOM_BYTES)),
    log: { info: write("info"), warn: write("warn"), error: write("error") },
  });
  const app = new Hono().route("/ops", ops);

  async function request(path: string, init: OpsRequestInit = {}): Promise<Response> {
    const { address = "192.0.2.1", ...rest } = init;
    const incoming = { socket: { remoteAddress: address } };
    return app.request(`${origin}${path}`, rest, { incoming });
  }

  function post(path: string, fields: Iterable<[string, string]>, init: OpsRequestInit = {}) {
    return request(path, {
      method: "POST",
      body: new URLSearchParams([...fields]),
      ...init,
      headers: { origin, ...init.headers },
    });
  }

  const opsConsole = {
    routes: ops.routes,
    lines,
    request,
    post,
    wait(ms: number): void {
      nowMs += ms;
    },
    submitSignIn: (fields: Record<string, string>, init: OpsRequestInit = {}) =>
      post(
        "/ops/sign-in",
        Object.entries({ email: "Ada@tidepost.example", password: OPS_PASSWORD, ...fields }),
        init,
      ),
    async signIn(name = "Ada") {
      const response = await opsConsole.submitSignIn({ email: `${name}@tidepost.example` });
      return opsConsole.as(cookieOf(response));
    },
    async as(cookie: string) {
      // As a browser keeps it beside the session's.
      let shown = "";
      const withCookies = (init: OpsRequestInit) => ({
        ...init,
        headers: { cookie: shown === "" ? cookie : `${cookie}; ${shown}`, ...init.headers },
      });
      async function keepShown(response: Promise<Response>): Promise<Response> {
        const set = (await response).headers.getSetCookie().find((one) => one.includes("-shown="));
        if (set !== undefined) shown = set.split(";")[0] ?? "";
        return response;
      }
      const get = (path: string, init: OpsRequestInit = {}) => request(path, withCookies(init));
      // Even the page of an unknown address has the sign-out form with the CSRF token.
      const html = await (await get("/ops/unknown-page")).text();
      const [, token = ""] = /name="csrf" value="([^"]+)"/.exec(html) ?? [];
      return {
        cookie,
        token,
        get,
        send: (path: string, fields: Iterable<[string, string]>, init: OpsRequestInit = {}) =>
          keepShown(post(path, [["csrf", token], ...fields], withCookies(init))),
        /** The permissions to see personal data, as a cookie. */
        shown: () => shown,
      };
    },
  };
  return opsConsole;
}
