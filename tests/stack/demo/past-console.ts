import { hash, randomBytes } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { Hono } from "hono";
import type { MediaType } from "#contracts/content/media.ts";
import { ID_RANDOM_BYTES, type MakeId, makeId } from "#contracts/ids.ts";
import { connectDatabase } from "#db/connect.ts";
import { createMediaKeys } from "#db/content/media/media-address.ts";
import { createAddressHash } from "#db/emails/address-hash.ts";
import { users } from "#db/schema/accounts.ts";
import { promises } from "#db/schema/promises.ts";
import { createMaterialStore } from "../../../worker/adapters/material-store.ts";
import { readWorkerConfig } from "../../../worker/config.ts";
import { createMaterialActions } from "../../../worker/material/actions.ts";
import { checkFile } from "../../../worker/material/check-file.ts";
import type { CheckedFile } from "../../../worker/material/checked-file.ts";
import { makePortrait } from "../../../worker/material/picture.ts";
import { createOpsApp } from "../../../worker/ops/app.tsx";
import { decidePost } from "../../support/post-rows.ts";
import { unreachable } from "../../support/unreachable.ts";
import type { Stack } from "../stack.ts";
import type { SendToOps } from "./ops-console.ts";

const idsAt =
  (atMs: number): MakeId =>
  (kind) =>
    makeId(kind, atMs, randomBytes(ID_RANDOM_BYTES));

export type PastConsole = ReturnType<typeof openPastConsole>;

/** The files are ours: no process of its own has to read each, and not once more for every customer. */
function checkOnce(bytes: Buffer, type: MediaType): Promise<CheckedFile> {
  const key = hash("sha256", bytes);
  const checked = checks.get(key) ?? checkFile(bytes, type);
  checks.set(key, checked);
  return checked;
}
const checks = new Map<string, Promise<CheckedFile>>();

/** The ops console within this process, on the stack's database: the worker's own has no other time than now. */
export function openPastConsole({ settings }: Pick<Stack, "settings">) {
  const config = readWorkerConfig(settings);
  const { API_URL: apiUrl, AUTH_CODE_SECRET: secret } = config;
  const { db, close } = connectDatabase(config.DATABASE_URL, {
    max: 6,
    applicationName: "tidepost-demo",
    onError: () => undefined,
  });
  const now = () => new Date();
  const material = createMaterialActions({
    db,
    store: createMaterialStore({ apiUrl, secret, now }),
    checker: { check: checkOnce, makePortrait },
    now,
  });

  /** @param atMs the time on the console's clock */
  function sendAt(atMs: number): SendToOps {
    const origin = new URL(config.OPS_URL).origin;
    const ops = createOpsApp({
      ...unreachable<Parameters<typeof createOpsApp>[0]>({}),
      db,
      queues: [],
      secret: config.OPS_SECRET,
      origin,
      trustedProxy: undefined,
      siteUrl: config.SITE_URL,
      apiUrl,
      mediaKeys: createMediaKeys(secret),
      material,
      addressHash: createAddressHash(secret),
      now: () => new Date(atMs),
      makeId: idsAt(atMs),
      log: { info: () => undefined, warn: () => undefined, error: console.error },
    });
    const app = new Hono().route("/ops", ops);
    const incoming = { socket: { remoteAddress: "127.0.0.1" } };
    return async (path, init) => app.request(`${origin}${path}`, init, { incoming });
  }

  /** The calendar's yes, at a time that the edge's clock has no more. */
  async function approve(userId: string, postId: string, atMs: number): Promise<void> {
    const context = { makeId: idsAt(atMs), now: () => new Date(atMs), correlationId: null };
    await decidePost(db, context, { userId, postId });
  }

  async function backdate(userId: string, days: number): Promise<void> {
    await db.execute(
      sql`update ${users} set created_at = created_at - make_interval(days => ${days}::int) where id = ${userId}::uuid`,
    );
  }

  /** @returns the id of the promise of a first call, false before there is one */
  async function backdateCall(subscriptionId: string, days: number): Promise<number | false> {
    const ago = sql`make_interval(days => ${days}::int)`;
    const [moved] = await db
      .update(promises)
      .set({
        startedAt: sql`${promises.startedAt} - ${ago}`,
        dueAt: sql`${promises.dueAt} - ${ago}`,
        warnAt: sql`${promises.warnAt} - ${ago}`,
      })
      .where(
        and(eq(promises.subjectId, subscriptionId), eq(promises.rule, "contact-after-payment")),
      )
      .returning({ id: promises.id });
    return moved?.id ?? false;
  }

  return { db, sendAt, approve, backdate, backdateCall, close };
}
