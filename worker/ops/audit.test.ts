import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { expect } from "vitest";
import type { Db } from "#db/client.ts";
import { createAddressHash } from "#db/emails/address-hash.ts";
import { mfaFactors } from "#db/schema/accounts.ts";
import { subscriptions } from "#db/schema/billing.ts";
import { postComments } from "#db/schema/comments.ts";
import { postDecisions, postStopRequests } from "#db/schema/content.ts";
import { postDrafts } from "#db/schema/drafts.ts";
import { undeliverableAddresses } from "#db/schema/emails.ts";
import { opsAlerts } from "#db/schema/events.ts";
import { media } from "#db/schema/media.ts";
import { operators } from "#db/schema/operators.ts";
import { promises } from "#db/schema/promises.ts";
import { DEAREST_PLAN } from "../../tests/support/catalogue.ts";
import { test, type TestDatabase } from "../../tests/support/database.ts";
import { fieldsIn, withFields } from "../../tests/support/form-fields.ts";
import { OPS_ORIGIN, OPS_SECRET, openOpsConsole } from "../../tests/support/ops-client.ts";
import { seedOpsCustomer } from "../../tests/support/ops-customer.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { commentOn, hashesOf, proposePost } from "../../tests/support/post-rows.ts";
import { seedEvent, seedIds } from "../../tests/support/seed-event.ts";
import { seedRefundRequest } from "../../tests/support/seed-refund.ts";
import { createMaterialActions } from "../material/actions.ts";
import { createFileChecker } from "../material/run-file-checker.ts";

const pixel = () =>
  sharp({ create: { width: 320, height: 320, channels: 3, background: "#3a6ea5" } })
    .jpeg()
    .toBuffer();

type Fields = [string, string][];
type Session = Awaited<ReturnType<ReturnType<typeof openOpsConsole>["signIn"]>>;
type Seeded = { db: Db; userId: string; session: Session };
type Act = { path: string; fields?: Fields; file?: Buffer };

const REASON: Fields = [["reason", "Resend is back"]];
const VERSION: Fields = [["version", "1"]];
const AT = "2026-11-20T23:00:00.000Z";

async function onPost({ db, userId }: Seeded, what: string, fields: Fields): Promise<Act> {
  const postId = await proposePost(db, userId);
  return { path: `/ops/content/posts/${postId}/${what}`, fields };
}

async function failed({ db }: Seeded, last: string): Promise<string> {
  await seedEvent(db, {
    last,
    event: { deadLetteredAt: AT },
    effects: [{ effect: "send-team-notification", status: "dead_lettered", attempts: 5 }],
  });
  await db.execute(sql`update event_effects set first_attempt_at = now()`);
  return `/ops/events/${seedIds(last).eventId}`;
}

async function promiseOf({ db }: Seeded): Promise<string> {
  const [row] = await db
    .insert(promises)
    .values({
      rule: "contact-after-payment",
      subjectId: "sub_1",
      startedByEvent: newId("event"),
      startedAt: AT,
      warnAt: AT,
      dueAt: AT,
    })
    .returning({ id: promises.id });
  return `/ops/promises/${String(row?.id)}`;
}

const idIn = (html: string): Fields =>
  [...html.matchAll(/name="(checked|id)" value="(\w+)"/g)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]);

async function decideRefund({ db }: Seeded, last: string, decision: string): Promise<Act> {
  const { eventId } = await seedRefundRequest(db, { last });
  return { path: `/ops/events/${eventId}/refund/${decision}`, fields: REASON };
}

const MONTH: Fields = [["month", "date\ttime\tplatforms\ttext\n3 Dec\t18:00\tfacebook\tFigs."]];

/** The sheet of December, whose first row somebody changed. */
async function typed({ userId, session }: Seeded, text: string): Promise<[string, Fields]> {
  const path = `/ops/content/${userId}`;
  const html = await (await session.get(`${path}?month=2026-12`)).text();
  const form = fieldsIn(html, `${path}/save`);
  const [, id = ""] = form.find(([name]) => name === "draft") ?? [];
  return [id, withFields(form, { [`${id}.text`]: text, act: "ready" })];
}

async function approvedPost(seeded: Seeded): Promise<Act> {
  const act = await onPost(seeded, "publish", [
    ...VERSION,
    ["url_instagram", "https://www.instagram.com/p/1"],
    ["early", "yes"],
  ]);
  const postId = act.path.split("/")[4] ?? "";
  const { 1: contentHash = "" } = await hashesOf(seeded.db, postId);
  await seeded.db
    .insert(postDecisions)
    .values({ postId, version: 1, contentHash, decision: "approved", decidedAt: AT });
  return act;
}

/** Every form of the console: an act that does it, or why it changes nothing. */
const ACTS: Readonly<Record<string, string | ((seeded: Seeded) => Act | Promise<Act>)>> = {
  "/sign-in": "the session is a row of the auth service",
  "/sign-in/code": "the session is a row of the auth service",
  "/sign-out": "ends the operator's own session",
  "/events/search": "only searches",
  "/customers/find": "only searches",
  "/queues/api/queues/:queueName/add": "changes to queues are refused",
  "/team/profile": () => ({
    path: "/ops/team/profile",
    fields: [
      ["name", "Grace"],
      ["hours", "Monday to Friday, 9 am to 6 pm"],
      ["whatsapp", ""],
    ],
  }),
  "/team/photo": async () => ({ path: "/ops/team/photo", file: await pixel() }),
  "/team/customers/:userId": async ({ db, userId }) => {
    const [operator] = await db.select().from(operators);
    return { path: `/ops/team/customers/${userId}`, fields: [["manager", operator?.userId ?? ""]] };
  },
  "/customers/:key/refund/:subscription": async ({ db, userId }) => {
    await db.execute(sql`update orders set collected_pence = 18499`);
    return { path: `/ops/customers/${userId}/refund/sub_1`, fields: REASON };
  },
  "/customers/:key/second-step/:id": async ({ db, userId }) => {
    const id = randomUUID();
    await db.insert(mfaFactors).values({
      id,
      userId,
      factorType: "totp",
      status: "verified",
      createdAt: AT,
      updatedAt: AT,
    });
    return { path: `/ops/customers/${userId}/second-step/${id}`, fields: REASON };
  },
  "/content/:key/paste": ({ userId }) => ({
    path: `/ops/content/${userId}/paste`,
    fields: [["on", "2026-12"], ...MONTH],
  }),
  "/content/:key/save": async (seeded) => {
    const [id, form] = await typed(seeded, "Plums.");
    return { path: `/ops/content/${seeded.userId}/save`, fields: withFields(form, { id }) };
  },
  "/content/:key/look": async (seeded) => {
    const [, form] = await typed(seeded, "Pears.");
    return { path: `/ops/content/${seeded.userId}/look`, fields: form };
  },
  "/content/:key/act": async (seeded) => {
    const [, form] = await typed(seeded, "Quinces.");
    return { path: `/ops/content/${seeded.userId}/act`, fields: form };
  },
  "/content/:key/run": ({ userId }) => ({
    path: `/ops/content/${userId}/run`,
    fields: [
      ["month", "2026-12"],
      ["act", "ready"],
    ],
  }),
  "/content/:key/propose": async ({ db, userId }) => {
    const drafts = await db.select().from(postDrafts);
    return {
      path: `/ops/content/${userId}/propose`,
      fields: [
        ["month", "2026-12"],
        ["over", "yes"],
        ...drafts.map(({ id, revision }): [string, string] => ["draft", `${id}:${revision}`]),
      ],
    };
  },
  "/content/:key/files": async ({ userId }) => ({
    path: `/ops/content/${userId}/files`,
    file: await pixel(),
  }),
  "/content/:key/files/:media/remove": async ({ db, userId }) => {
    const [file] = await db.select().from(media);
    return { path: `/ops/content/${userId}/files/${file?.id ?? ""}/remove` };
  },
  "/content/today": async (seeded) => {
    const { path } = await approvedPost(seeded);
    const postId = path.split("/")[4] ?? "";
    return {
      path: "/ops/content/today",
      fields: [
        ["post", `${postId}:1`],
        [`${postId}.url_instagram`, "https://www.instagram.com/p/2"],
        [`${postId}.early`, "yes"],
      ],
    };
  },
  "/content/posts/:id/publish": approvedPost,
  "/content/posts/:id/schedule": async (seeded) => {
    const { path } = await approvedPost(seeded);
    return {
      path: path.replace(/publish$/, "schedule"),
      fields: [...VERSION, ["scheduled_instagram", "yes"]],
    };
  },
  "/content/posts/:id/stop": async (seeded) => {
    const { path } = await approvedPost(seeded);
    const postId = path.split("/")[4] ?? "";
    await seeded.db.insert(postStopRequests).values({
      postId,
      version: 1,
      words: "Warmer, please.",
      via: "calendar",
      requestedAt: AT,
    });
    return { path: path.replace(/publish$/, "stop"), fields: VERSION };
  },
  "/content/posts/:id/comment": (seeded) =>
    onPost(seeded, "comment", [
      ...VERSION,
      ["key", "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11"],
      ["text", "Of course."],
    ]),
  "/content/posts/:id/comments/:comment/:act": async ({ db, userId }) => {
    const postId = await proposePost(db, userId);
    await db.delete(postComments);
    await commentOn(db, { userId, postId });
    const [comment] = await db.select().from(postComments);
    return {
      path: `/ops/content/posts/${postId}/comments/${comment?.id ?? ""}/hide`,
      fields: REASON,
    };
  },
  "/content/posts/:id/withdraw": (seeded) => onPost(seeded, "withdraw", VERSION),
  "/events/:id/ignore": async (seeded) => ({
    path: `${await failed(seeded, "A")}/ignore`,
    fields: REASON,
  }),
  "/content/posts/:id/restore": async (seeded) => {
    const act = await onPost(seeded, "restore", [["from", "withdrawn"], ...REASON]);
    await seeded.db.execute(sql`update posts set withdrawn_at = now()`);
    return act;
  },
  "/events/:id/restore": async (seeded) => {
    const path = await failed(seeded, "H");
    await seeded.session.send(`${path}/ignore`, REASON);
    return { path: `${path}/restore`, fields: REASON };
  },
  "/events/:id/replay": async (seeded) => ({
    path: `${await failed(seeded, "B")}/replay`,
    fields: [["effect", "send-team-notification|dead_lettered|5"], ...REASON],
  }),
  "/events/replay-many": async (seeded) => {
    await failed(seeded, "C");
    const html = await (await seeded.session.get("/ops/events/replay-many")).text();
    return { path: "/ops/events/replay-many", fields: [...idIn(html), ...REASON] };
  },
  "/events/replay-many/:id/stop": async (seeded) => {
    await failed(seeded, "D");
    const { get, send } = seeded.session;
    const html = await (await get("/ops/events/replay-many")).text();
    const begun = await send("/ops/events/replay-many", [...idIn(html), ...REASON]);
    return { path: `${begun.headers.get("location") ?? ""}/stop` };
  },
  "/events/:id/refund/approve": (seeded) => decideRefund(seeded, "F", "approve"),
  "/events/:id/refund/decline": (seeded) => decideRefund(seeded, "G", "decline"),
  "/overview/acknowledge": async ({ db }) => {
    await db.insert(opsAlerts).values({ cause: "failed-effects", alertedAt: AT, count: 1 });
    return { path: "/ops/overview/acknowledge", fields: [["cause", "failed-effects"]] };
  },
  "/promises/:id/keep": async (seeded) => ({
    path: `${await promiseOf(seeded)}/keep`,
    fields: [["channel", "phone"]],
  }),
  "/promises/:id/release": async (seeded) => ({
    path: `${await promiseOf(seeded)}/release`,
    fields: REASON,
  }),
  "/reports/:key/:number/save": ({ userId }) => ({
    path: `/ops/reports/${userId}/1/save`,
    fields: [
      ["revision", "1"],
      ["saves", "0"],
      ["words", "Fig rolls did well."],
      ["do", "publish"],
    ],
  }),
  "/customers/:key/reveal": ({ userId }) => ({
    path: `/ops/customers/${userId}/reveal`,
    fields: REASON,
  }),
  "/customers/:key/resume-emails": async ({ db, userId }) => {
    await db.insert(undeliverableAddresses).values({
      addressHash: createAddressHash(OPS_SECRET).of("grace@navy.example"),
      reason: "bounced",
      changedAt: AT,
    });
    return { path: `/ops/customers/${userId}/resume-emails`, fields: REASON };
  },
};

function formWith(file: Buffer, name: string, csrf: string): FormData {
  const form = new FormData();
  form.set("csrf", csrf);
  form.set(name, new File([new Uint8Array(file)], "me.jpg"));
  return form;
}

const unexpectedCall = () => Promise.reject(new Error("unexpected call"));
const UNREACHABLE_STORE = {
  probe: unexpectedCall,
  read: unexpectedCall,
  remove: unexpectedCall,
  removeRaw: unexpectedCall,
  noteErased: unexpectedCall,
  list: () => {
    throw new Error("Bug: the console lists no objects");
  },
};

/** Rows of the audit log, and operators' events, which get theirs when they are dispatched. */
async function recordsOf({ query }: TestDatabase): Promise<number> {
  const { rows } = await query<{ count: number }>(
    `select (select count(*)::int from audit_log where actor->>'kind' = 'ops')
       + (select count(*)::int from outbox_events where actor->>'kind' = 'ops') as count`,
  );
  return rows[0]?.count ?? 0;
}

test("every form of the console leaves a record in the audit log, or changes nothing", async ({
  db,
  database,
}) => {
  const opsConsole = openOpsConsole({
    db,
    material: createMaterialActions({
      db,
      checker: createFileChecker(),
      store: { ...UNREACHABLE_STORE, write: () => Promise.resolve() },
      now: () => new Date(AT),
    }),
  });
  const forms = opsConsole.routes.filter(({ method }) => method === "POST");
  expect([...new Set(forms.map(({ path }) => path))].toSorted()).toEqual(
    Object.keys(ACTS).toSorted(),
  );
  const { userId } = await seedOpsCustomer(db);
  await db.update(subscriptions).set({ priceId: DEAREST_PLAN.priceId });
  const session = await opsConsole.signIn();
  for (const [form, act] of Object.entries(ACTS)) {
    if (typeof act === "string") continue;
    const { path, fields = [], file } = await act({ db, userId, session });
    const before = await recordsOf(database);
    const answer = await (file === undefined
      ? session.send(path, fields)
      : opsConsole.request(path, {
          method: "POST",
          body: formWith(file, path.endsWith("photo") ? "photo" : "file", session.token),
          headers: { origin: OPS_ORIGIN, cookie: session.cookie },
        }));
    expect([form, answer.status]).toEqual([form, 303]);
    expect(await recordsOf(database), form).toBeGreaterThan(before);
  }
});
