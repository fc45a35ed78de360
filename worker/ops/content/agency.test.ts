import { hash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { expect } from "vitest";
import type { Db } from "#db/client.ts";
import {
  businesses,
  postDecisions,
  postPublications,
  posts,
  postVersions,
} from "#db/schema/content.ts";
import { postDrafts } from "#db/schema/drafts.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { media } from "#db/schema/media.ts";
import { test } from "../../../tests/support/database.ts";
import { type Fields, fieldsIn, withFields } from "../../../tests/support/form-fields.ts";
import { OPS_ORIGIN, OPS_STARTS_AT, openOpsConsole } from "../../../tests/support/ops-client.ts";
import { seedOpsCustomer } from "../../../tests/support/ops-customer.ts";
import { newId } from "../../../tests/support/pipeline.ts";

// A month of one client, pressed through the real pages. A press is a click or a field that is filled; typing is free.
// The day's table is shared with all clients, so that a client's share of it is counted once a week.

const DAYS = Array.from({ length: 12 }, (_, n) => `2026-12-${String(n * 2 + 1).padStart(2, "0")}`);
const MONTH = [
  "date\ttime\tplatforms\ttext",
  ...DAYS.map((day, n) => `${day}\t18:00\tinstagram, facebook\tPost ${String(n + 1)}.`),
].join("\n");

const count = { presses: 0, pages: 0 };
type Session = Awaited<ReturnType<ReturnType<typeof openOpsConsole>["signIn"]>>;

/** Counts what a person does. */
function person(session: Session) {
  const open = async (path: string) => {
    count.presses += 1;
    count.pages += 1;
    const answer = await session.get(path);
    expect(answer.status, path).toBe(200);
    return answer.text();
  };
  return {
    open,
    async press(path: string, form: Fields, filled = 0) {
      count.presses += filled;
      const answer = await session.send(path, form);
      expect(answer.status, path).toBe(303);
      // The press and the page that it leads to.
      return open(answer.headers.get("location") ?? "");
    },
  };
}

/** As the customer decides. */
async function decide(db: Db, words: (text: string) => string | null) {
  const newest = await db
    .select({
      postId: posts.id,
      version: posts.version,
      text: postVersions.text,
      hash: postVersions.contentHash,
    })
    .from(posts)
    .innerJoin(
      postVersions,
      and(eq(postVersions.postId, posts.id), eq(postVersions.version, posts.version)),
    );
  const at = "2026-11-22T10:00:00.000Z";
  const decisions = newest.map(({ postId, version, text, hash: contentHash }) => {
    const said = words(text);
    const decision = said === null ? ("approved" as const) : ("changes_requested" as const);
    return { postId, version, contentHash, decision, words: said, decidedAt: at };
  });
  await db.insert(postDecisions).values(decisions).onConflictDoNothing();
}

test("a client's month: 72 presses and 22 pages at most; twelve posts with pictures proposed in 20 presses", async ({
  db,
}) => {
  const { userId } = await seedOpsCustomer(db);
  const material = {
    async add({ id, name, bytes }: { id: string; name: string; bytes: Buffer }) {
      const [own] = await db.select().from(businesses).where(eq(businesses.userId, userId));
      const size = { bytes: bytes.length, width: 1_200, height: 1_500 };
      await db.insert(media).values({
        id,
        businessId: own?.id ?? "",
        state: "ready",
        name,
        ...size,
        fingerprint: id,
        type: "image/jpeg",
        sha256: hash("sha256", id),
        createdAt: "2026-11-01T00:00:00.000Z",
      });
      return null;
    },
  };
  await db
    .insert(businesses)
    .values({ id: newId("business"), userId, createdAt: "2026-11-01T00:00:00.000Z" });
  const ops = openOpsConsole({ db, material });
  const session = await ops.signIn();
  let ada = person(session);
  const path = `/ops/content/${userId}`;

  const desk = await ada.open("/ops/content?who=all");
  expect(desk).toContain(`href="${path}"`);
  const sheet = await ada.open(`${path}?month=2026-12`);
  const paste = fieldsIn(sheet, `${path}/paste`);
  const drafts = await ada.press(`${path}/paste`, withFields(paste, { month: MONTH }));
  const form = fieldsIn(drafts, `${path}/save`);
  const ids = form.flatMap(([name, value]) => (name === "draft" ? [value] : [])).slice(0, 12);

  // One drop: the script sends each file by itself, and its row names it.
  count.presses += 1;
  const dropped: Fields = [];
  for (const [index, id] of ids.entries()) {
    const body = new FormData();
    body.set("csrf", session.token);
    body.set("file", new File(["figs"], `${DAYS[index] ?? ""}.jpg`));
    const headers = { cookie: session.cookie, origin: OPS_ORIGIN, accept: "application/json" };
    const answer = await ops.request(`${path}/files`, { method: "POST", body, headers });
    const added = (await answer.json()) as { id: string };
    dropped.push(
      [`${id}.file`, added.id],
      [`${id}.place.${added.id}`, "1"],
      [`${id}.alt.${added.id}`, `Fig rolls, plate ${String(index + 1)}`],
    );
  }
  const look = await ada.press(`${path}/look`, [...form, ...dropped], ids.length);
  await ada.press(`${path}/propose`, fieldsIn(look, `${path}/propose`));
  expect(await db.select().from(posts)).toHaveLength(12);
  expect(await db.select().from(postDrafts)).toEqual([]);
  expect(
    (await db.select().from(outboxEvents)).filter(({ type }) => type === "PostProposed"),
  ).toHaveLength(1);
  expect(count.presses).toBeLessThanOrEqual(20);

  await decide(db, (text) => (/^Post [12]\.$/.test(text) ? "Warmer, please." : null));
  const asked = await db
    .select()
    .from(postDecisions)
    .where(eq(postDecisions.decision, "changes_requested"));
  expect(asked).toHaveLength(2);
  for (const { postId } of asked) {
    // The mail about the request leads to the post.
    const page = await ada.open(`/ops/content/posts/${postId}`);
    const change = fieldsIn(page, `${path}/save`);
    const [, id = ""] = change.find(([name]) => name === "draft") ?? [];
    const typed = withFields(change, { [`${id}.text`]: `A warmer post, ${postId}.` });
    const changed = await ada.press(`${path}/look`, typed);
    await ada.press(`${path}/propose`, fieldsIn(changed, `${path}/propose`));
  }
  await decide(db, () => null);

  const today = "/ops/content/today";
  let now = Date.parse(OPS_STARTS_AT);
  for (const day of ["2026-12-05", "2026-12-11", "2026-12-17", "2026-12-23"]) {
    const then = Date.parse(`${day}T20:00:00Z`);
    ops.wait(then - now);
    now = then;
    ada = person(await ops.signIn());
    const table = await ada.open(`${today}?who=all`);
    const rows = fieldsIn(table, today);
    const typed = rows.map(([name, value]): [string, string] => {
      const [id = "", platform] = name.split(".url_");
      return platform === undefined
        ? [name, value]
        : [name, `https://www.${platform}.com/p/${id.toLowerCase()}`];
    });
    // The text is copied, and the picture is opened.
    count.presses += typed.filter(([name]) => name === "post").length * 2;
    await ada.press(today, typed);
  }
  expect(await db.select().from(postPublications)).toHaveLength(24);

  const report = `/ops/reports/${userId}/1`;
  await ada.open("/ops/reports");
  const empty = fieldsIn(await ada.open(report), `${report}/save`);
  const figures = {
    words: "The fig rolls did it: make more of them.",
    "instagram.source": "Business Suite export",
    "instagram.days": "30",
    "instagram.reach.now": "9480",
    "instagram.link_clicks.now": "158",
    "instagram.followers.now": "105",
  };
  await ada.press(
    `${report}/save`,
    [...withFields(empty, figures), ["do", "publish"]],
    Object.keys(figures).length,
  );
  expect(count.presses).toBeLessThanOrEqual(72);
  expect(count.pages).toBeLessThanOrEqual(22);
});
