import { hash } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { NO_ANSWERS } from "#contracts/content/brief-answers.ts";
import type { Db } from "#db/client.ts";
import {
  briefVersions,
  businesses,
  postDecisions,
  posts,
  postVersions,
} from "#db/schema/content.ts";
import { postDraftMedia, postDrafts } from "#db/schema/drafts.ts";
import { media, postVersionMedia } from "#db/schema/media.ts";
import { operators } from "#db/schema/operators.ts";
import { PLAN } from "../../../tests/support/catalogue.ts";
import { test as base, type TestDatabase } from "../../../tests/support/database.ts";
import { type Fields, fieldsIn, withFields } from "../../../tests/support/form-fields.ts";
import { OPS_ORIGIN, openOpsConsole, seedOperator } from "../../../tests/support/ops-client.ts";
import { seedOpsCustomer } from "../../../tests/support/ops-customer.ts";
import { newId } from "../../../tests/support/pipeline.ts";
import { hashesOf, POST, proposePost } from "../../../tests/support/post-rows.ts";
import { seedEnquiry, seedEvent, seedIds } from "../../../tests/support/seed-event.ts";

// The console's clock starts on 2026-11-20 at 23:13.
const AT = "2026-11-20T23:00:00.000Z";
const COLUMNS = "date\ttime\tplatforms\ttext";
const MONTH = `${COLUMNS}\r\n3 Dec\t18:00\tfacebook, linkedin\t"Figs,\r\nwarm."\r\n28 Dec\t9am\tx\tPlums <b>.`;

const test = base.extend<{ userId: string }>({
  userId: async ({ db }, use) => {
    await use((await seedOpsCustomer(db)).userId);
  },
});

type Session = Awaited<ReturnType<ReturnType<typeof openOpsConsole>["signIn"]>>;

/** The pages of a customer, and the presses on them. */
function sheetOf(session: Session, key: string, month = "2026-12") {
  const path = `/ops/content/${key}`;
  const read = async (address = `${path}?month=${month}`) => (await session.get(address)).text();
  const fields = async () => fieldsIn(await read(), `${path}/save`);
  return {
    path,
    read,
    fields,
    paste: (text: string) =>
      session.send(`${path}/paste`, [
        ["on", month],
        ["month", text],
      ]),
    save: (form: Fields) => session.send(`${path}/save`, form),
    send: (what: string, form: Fields) => session.send(`${path}/${what}`, form),
    /** Follows to the page before a proposal, and presses there. */
    async propose(more: Fields = []) {
      const look = await session.send(`${path}/look`, await fields());
      const html = await (await session.get(look.headers.get("location") ?? "")).text();
      const form = fieldsIn(html, `${path}/propose`);
      return { html, form, answer: await session.send(`${path}/propose`, [...form, ...more]) };
    },
  };
}

const idsIn = (form: Fields) => form.flatMap(([name, value]) => (name === "draft" ? [value] : []));

async function proposals({ query }: TestDatabase) {
  const { rows } = await query<{ payload: unknown }>(
    "select payload from outbox_events where type = 'PostProposed' order by occurred_at, id",
  );
  return rows.map(({ payload }) => payload);
}

async function insertFile(
  db: Db,
  userId: string,
  name: string,
  type: "image/jpeg" | "video/mp4" = "image/jpeg",
) {
  await db
    .insert(businesses)
    .values({ id: newId("business"), userId, createdAt: AT })
    .onConflictDoNothing();
  const [own] = await db.select().from(businesses).where(eq(businesses.userId, userId));
  const id = newId("media");
  await db.insert(media).values({
    id,
    businessId: own?.id ?? "",
    state: "ready",
    name,
    bytes: 1_000,
    fingerprint: id,
    type,
    sha256: hash("sha256", id),
    width: 1_200,
    height: 1_500,
    createdAt: AT,
  });
  return id;
}

test("a month: pasted as drafts, shown as the customer will see it, proposed at once, sent twice once", async ({
  db,
  database,
  userId,
}) => {
  const sheet = sheetOf(await openOpsConsole({ db }).signIn(), userId);
  for (const notice of ["pasted", "nothing_to_do"]) {
    const pasted = await sheet.paste(MONTH);
    expect(pasted.headers.get("location")).toBe(`${sheet.path}?month=2026-12&notice=${notice}`);
  }
  expect(await db.select().from(posts)).toEqual([]);
  expect(await sheet.read()).toMatch(
    /Drafts \(2\).*Figs,\nwarm\..*Plums &lt;b&gt;\..*A bank holiday\./s,
  );
  const { html, form, answer } = await sheet.propose();
  expect(html).toMatch(
    /Thu,? 3 Dec 2026, 18:00 · Facebook, LinkedIn.*Figs,\nwarm\..*Propose 2 posts/s,
  );
  expect(answer.headers.get("location")).toBe(`${sheet.path}?month=2026-12&notice=proposed`);
  const again = await sheet.send("propose", form);
  expect(again.headers.get("location")).toBe(`${sheet.path}?month=2026-12&notice=nothing_to_do`);
  const versions = await db.select().from(postVersions).orderBy(postVersions.plannedOn);
  expect(versions).toMatchObject([
    { text: "Figs,\nwarm.", platforms: ["facebook", "linkedin"], proposedBy: "Ada" },
    { text: "Plums <b>.", platforms: ["x"], plannedOn: "2026-12-28", plannedTime: "09:00:00" },
  ]);
  expect(await proposals(database)).toEqual([
    {
      userId,
      subscriptionId: "sub_1",
      posts: versions.map(({ postId }) => ({ postId, version: 1 })),
    },
  ]);
  // A month that was proposed is no draft again.
  await sheet.paste(MONTH);
  expect(await db.select().from(postDrafts)).toEqual([]);
});

test("row of a month that cannot be read: a draft that says why, and no proposal of it", async ({
  db,
  userId,
}) => {
  const sheet = sheetOf(await openOpsConsole({ db }).signIn(), userId);
  const refused = await sheet.paste("Figs.");
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringMatching(/Missing: .*>\nFigs\.<\/textarea>/s),
  ]);
  await sheet.paste(
    `${COLUMNS}\n3 Dec\t25 o'clock\tfacebook\tFigs.\n4 Dec\t18:00\tfacebook\tPlums.`,
  );
  const { html, answer } = await sheet.propose();
  expect(html).toMatch(/1 draft stays a draft.*Figs\..*Choose a day and a time\..*Propose 1 post/s);
  expect(answer.status).toBe(303);
  expect(await db.select().from(postDrafts)).toMatchObject([
    { text: "Figs.", note: expect.stringContaining("25 o'clock") },
  ]);
});

test("text and files of one form: both saved by one press, also for a new row", async ({
  db,
  userId,
}) => {
  const cake = await insertFile(db, userId, "cake.jpg");
  const shop = await insertFile(db, userId, "shop.jpg");
  const sheet = sheetOf(await openOpsConsole({ db }).signIn(), userId);
  const blank = await sheet.fields();
  const [id = ""] = idsIn(blank);
  const typed = withFields(blank, {
    [`${id}.text`]: "Fig rolls.",
    [`${id}.text.x`]: "Figs.",
    [`${id}.comment`]: "Order below.",
    [`${id}.note`]: "Ask for the price",
    [`${id}.platform`]: ["facebook", "x"],
    [`${id}.on`]: "2026-12-04",
    [`${id}.time`]: "18:00",
    [`${id}.add`]: "cake.jpg",
  });
  expect((await sheet.save(typed)).status).toBe(303);
  const second = withFields(await sheet.fields(), { [`${id}.add`]: "shop.jpg" });
  expect((await sheet.save(second)).status).toBe(303);
  const third = withFields(await sheet.fields(), {
    [`${id}.place.${cake}`]: "3",
    [`${id}.alt.${cake}`]: "A cake",
    [`${id}.alt.${shop}`]: "The shop",
  });
  expect((await sheet.save(third)).status).toBe(303);
  expect((await sheet.propose()).answer.status).toBe(303);
  const [version] = await db.select().from(postVersions);
  expect(version).toMatchObject({ texts: { x: "Figs." }, firstComment: "Order below." });
  expect(await db.select().from(posts)).toMatchObject([{ note: "Ask for the price" }]);
  const shown = await db.select().from(postVersionMedia).orderBy(postVersionMedia.position);
  expect(shown.map(({ mediaId, alt }) => [mediaId, alt])).toEqual([
    [shop, "The shop"],
    [cake, "A cake"],
  ]);
});

test("two operators: what the second typed stays beside the newer words; rows that nobody touched clash with nothing", async ({
  db,
  userId,
}) => {
  const ops = openOpsConsole({ db });
  const [ada, lee] = [
    sheetOf(await ops.signIn(), userId),
    sheetOf(await ops.signIn("Lee"), userId),
  ];
  await ada.paste(MONTH);
  const form = await lee.fields();
  const [figs = "", plums = ""] = idsIn(form);
  await ada.save(withFields(await ada.fields(), { [`${figs}.text`]: "Figs by Ada." }));
  const late = await lee.save(
    withFields(form, { [`${figs}.text`]: "Figs by Lee.", [`${plums}.text`]: "Plums by Lee." }),
  );
  expect(late.status).toBe(409);
  const html = await late.text();
  expect(html).toMatch(
    /Figs by Lee\.<\/textarea>.*Ada saved this first.*Saved by Ada.*Figs by Ada\./s,
  );
  const texts = async () =>
    (await db.select().from(postDrafts).orderBy(postDrafts.plannedOn)).map(({ text }) => text);
  expect(await texts()).toEqual(["Figs by Ada.", "Plums by Lee."]);
  expect((await lee.save(fieldsIn(html, `${lee.path}/save`))).status).toBe(303);
  expect(await texts()).toEqual(["Figs by Lee.", "Plums by Lee."]);
});

test("draft that was proposed while somebody typed: the words stay, as a new draft", async ({
  db,
  userId,
}) => {
  const ops = openOpsConsole({ db });
  const [ada, lee] = [
    sheetOf(await ops.signIn(), userId),
    sheetOf(await ops.signIn("Lee"), userId),
  ];
  await ada.paste(MONTH);
  const form = await lee.fields();
  const [figs = ""] = idsIn(form);
  await ada.propose();
  const late = await lee.save(withFields(form, { [`${figs}.text`]: "Figs by Lee." }));
  expect(late.status).toBe(409);
  const html = await late.text();
  expect(html).toMatch(/Figs by Lee\..*here as a new draft/s);
  expect((await lee.save(fieldsIn(html, `${lee.path}/save`))).status).toBe(303);
  expect(await db.select().from(postDrafts)).toMatchObject([{ text: "Figs by Lee." }]);
  expect(await db.select().from(postVersions)).toHaveLength(2);
});

test("draft that changed after it was looked at: nothing of the month is proposed", async ({
  db,
  userId,
}) => {
  const sheet = sheetOf(await openOpsConsole({ db }).signIn(), userId);
  await sheet.paste(MONTH);
  const look = await sheet.send("look", await sheet.fields());
  const form = fieldsIn(
    await sheet.read(look.headers.get("location") ?? ""),
    `${sheet.path}/propose`,
  );
  const fields = await sheet.fields();
  const [figs = ""] = idsIn(fields);
  await sheet.save(withFields(fields, { [`${figs}.text`]: "Newer figs." }));
  const refused = await sheet.send("propose", form);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toMatch(
    /Nothing was proposed\. This is what is saved now\..*Newer figs\./s,
  );
  expect(await db.select().from(posts)).toEqual([]);
});

test("change of a post: a draft on its page that names its version; its proposal says what differs", async ({
  db,
  database,
  userId,
}) => {
  const postId = await proposePost(db, userId, { platforms: ["facebook"] });
  const { 1: contentHash = "" } = await hashesOf(db, postId);
  await db.insert(postDecisions).values({
    postId,
    version: 1,
    contentHash,
    decision: "changes_requested",
    words: "Warmer, <please>.",
    decidedAt: AT,
  });
  const session = await openOpsConsole({ db }).signIn();
  const sheet = sheetOf(session, userId);
  const page = `/ops/content/posts/${postId}`;
  const first = fieldsIn(await sheet.read(page), `${sheet.path}/save`);
  const [id = ""] = idsIn(first);
  // Nothing typed, nothing saved.
  await sheet.save(first);
  expect(await db.select().from(postDrafts)).toEqual([]);
  const saved = await sheet.save(withFields(first, { [`${id}.text`]: "Warm fig rolls." }));
  expect(saved.headers.get("location")).toBe(`${page}?notice=saved`);
  expect(await sheet.read(page)).toMatch(/A change is drafted.*Warm fig rolls\./s);
  const look = await sheet.send("look", fieldsIn(await sheet.read(page), `${sheet.path}/save`));
  const html = await sheet.read(look.headers.get("location") ?? "");
  expect(html).toMatch(
    /Warmer, &lt;please&gt;\..*removed: <\/span>Fig rolls, warm from the oven\..*added: <\/span>Warm fig rolls\./s,
  );
  const form = fieldsIn(html, `${sheet.path}/propose`);
  expect((await sheet.send("propose", form)).status).toBe(303);
  expect(await proposals(database)).toContainEqual(
    expect.objectContaining({ posts: [{ postId, version: 2 }] }),
  );
  // Somebody else still has the form of version 1.
  const late = await sheet.save(withFields(first, { [`${id}.text`]: "Cold fig rolls." }));
  expect(late.status).toBe(409);
  const again = await late.text();
  expect(again).toMatch(/Cold fig rolls\..*version 2 is the newest/s);
  expect((await sheet.save(fieldsIn(again, `${sheet.path}/save`))).status).toBe(303);
  expect(await db.select().from(postDrafts)).toMatchObject([{ postId, baseVersion: 2 }]);
});

const PLUS = PLAN.plus.priceId;
const BOOKED = JSON.stringify({
  scheduleId: "sub_sched_1",
  at: "2026-12-01T10:00:00Z",
  items: [{ priceId: PLAN.starter.priceId, amountPence: 97_00, quantity: 1 }],
});
const manyPosts = (count: number) =>
  [
    COLUMNS,
    ...Array.from(
      { length: count },
      (_, n) => `${String(n + 1)} Dec\t18:00\tx\tPost ${String(n)}.`,
    ),
  ].join("\n");

describe("what needs a tick", () => {
  test.for([
    [
      "more posts than the plan has",
      "select 1",
      manyPosts(13),
      /13 of 12 posts from 1 to 31 December 2026/,
    ],
    [
      "a plan with fewer platforms",
      "select 1",
      `${COLUMNS}\n3 Dec\t18:00\tfacebook, linkedin, x\tFigs.\n4 Dec\t18:00\tinstagram\tFigs.`,
      /Instagram needs a picture or a video/,
    ],
    [
      "a booked downgrade",
      `update subscription_items set price_id = '${PLUS}'; update subscriptions set price_id = '${PLUS}', scheduled = '${BOOKED}'`,
      manyPosts(13),
      /13 of 12 posts from 1 to 31 December 2026 \(Starter Package\)/,
    ],
    [
      "a subscription that ends",
      "update subscriptions set cancel_at_period_end = true",
      `${COLUMNS}\n3 Dec\t18:00\tx\tFigs.`,
      /The subscription ends on Tuesday 1 December\./,
    ],
    [
      "an overdue payment",
      "update subscriptions set status = 'past_due'",
      `${COLUMNS}\n3 Dec\t18:00\tx\tFigs.`,
      /A payment is overdue\./,
    ],
  ] as const)("%s", async ([kind, setUp, paste, said], { db, database, userId }) => {
    for (const statement of setUp.split("; ")) await database.query(statement);
    const sheet = sheetOf(await openOpsConsole({ db }).signIn(), userId);
    await sheet.paste(paste);
    const { html, form, answer } = await sheet.propose();
    expect(html).toMatch(said);
    if (kind === "a plan with fewer platforms") return;
    expect([answer.status, await db.select().from(posts)]).toEqual([422, []]);
    expect((await sheet.send("propose", [...form, ["over", "yes"]])).status).toBe(303);
  });
});

test("what a network surely refuses: said beside the draft, and proposed in no way", async ({
  db,
  userId,
}) => {
  const clip = await insertFile(db, userId, "clip.mp4", "video/mp4");
  const cake = await insertFile(db, userId, "cake.jpg");
  const sheet = sheetOf(await openOpsConsole({ db }).signIn(), userId);
  await sheet.paste(
    `${COLUMNS}\n4 Dec\t18:00\tx\t${"a".repeat(281)}\n5 Dec\t18:00\tinstagram\tFigs.`,
  );
  const fields = await sheet.fields();
  const [long = "", picture = ""] = idsIn(fields);
  await sheet.save(withFields(fields, { [`${picture}.add`]: "clip.mp4" }));
  await sheet.save(withFields(await sheet.fields(), { [`${picture}.add`]: "cake.jpg" }));
  const html = await sheet.read();
  expect(html).toContain("X takes 280 characters: the text has 281 as X counts them.");
  expect(html).toContain("A post has pictures or one video.");
  expect(html).toContain("Say what each picture shows");
  const forced = await sheet.send("propose", [
    ["month", "2026-12"],
    ["draft", `${long}:1`],
    ["draft", `${picture}:3`],
    ["over", "yes"],
  ]);
  expect(forced.status).toBe(422);
  expect(await db.select().from(posts)).toEqual([]);
  const attached = await db.select().from(postDraftMedia).orderBy(postDraftMedia.position);
  expect(attached.map(({ mediaId }) => mediaId)).toEqual([clip, cake]);
});

test("platform without a handle in the brief: noted", async ({ db, userId }) => {
  await insertFile(db, userId, "cake.jpg");
  const [own] = await db.select().from(businesses);
  const answers = { ...NO_ANSWERS, facebook: "@figs" };
  await db.insert(briefVersions).values({
    businessId: own?.id ?? "",
    version: 1,
    revision: 1,
    answers,
    savedAt: AT,
    submittedAt: AT,
  });
  const sheet = sheetOf(await openOpsConsole({ db }).signIn(), userId);
  await sheet.paste(MONTH);
  expect(await sheet.read()).toMatch(/Not in the brief: LinkedIn\..*Not in the brief: X\./s);
});

test("several at once: a page says what would happen, then it does, once", async ({
  db,
  userId,
}) => {
  const operator = await seedOperator(db, { name: "Lee" });
  await db
    .insert(operators)
    .values({ userId: operator.userId, name: "Lee", hours: "9 to 5", savedAt: AT });
  await proposePost(db, userId, { plannedOn: "2026-12-08" });
  const session = await openOpsConsole({ db }).signIn();
  const sheet = sheetOf(session, userId);
  await sheet.paste(MONTH);
  const press = async (act: string) => {
    const form = withFields(await sheet.fields(), { act });
    const to = (await sheet.send("act", form)).headers.get("location") ?? "";
    const html = await sheet.read(to);
    const fields = fieldsIn(html, `${sheet.path}/run`);
    const first = await sheet.send("run", fields);
    return { html, notice: first.headers.get("location") ?? "", fields };
  };
  const drafts = async () =>
    (await db.select().from(postDrafts).orderBy(postDrafts.plannedOn)).map(
      ({ text, plannedOn }) => `${plannedOn ?? ""} ${text.slice(0, 4)}`,
    );
  const moved = await press("week-later");
  expect(moved.html).toMatch(/Moved to Thu,? 10 Dec.*A draft of version 2 for Tue,? 15 Dec/s);
  expect(moved.notice).toContain("notice=done");
  expect(await drafts()).toEqual(["2026-12-10 Figs", "2026-12-15 Fig ", "2027-01-04 Plum"]);
  const copied = await press("copy");
  expect(copied.notice).toContain("month=2027-01&notice=done");
  expect((await sheet.send("run", copied.fields)).headers.get("location")).toContain(
    "nothing_to_do",
  );
  expect(await drafts()).toContain("2027-01-14 Figs");
  await press(`assign:${operator.userId}`);
  await press("ready");
  expect(await sheet.read()).toMatch(/Ready: Ada/);
  await press("remove");
  expect(await drafts()).toEqual(["2027-01-04 Plum", "2027-01-14 Figs", "2027-01-19 Fig "]);
  expect(await db.select().from(posts)).toMatchObject([
    { assigneeId: operator.userId, withdrawnAt: expect.any(String) },
  ]);
});

test("free trial: its posts proposed from the enquiry's page, a fourth one only when the operator says so", async ({
  db,
  database,
}) => {
  const { submissionId: enquiryId } = seedIds();
  const payload = { submissionId: enquiryId, formType: "free-trial", conversionConsent: false };
  await seedEnquiry(db, { email: "ada@shop.example" });
  await database.query("update form_submissions set form_type = 'free-trial'");
  await seedEvent(db, { event: { payload } });
  const sheet = sheetOf(await openOpsConsole({ db }).signIn(), enquiryId);
  expect(await sheet.read()).toMatch(
    /G•••.*0 posts planned\. A free trial has 3 posts or 1 reel\./s,
  );
  await sheet.paste(manyPosts(4));
  const { html, form, answer } = await sheet.propose();
  expect(html).toContain("4 posts in the free trial, which has 3 posts or 1 reel");
  expect(answer.status).toBe(422);
  expect((await sheet.send("propose", [...form, ["over", "yes"]])).status).toBe(303);
  expect(await proposals(database)).toMatchObject([{ userId: null, enquiryId }]);
});

test("customer whose subscription has ended: drafts are kept, nothing can be proposed", async ({
  db,
  database,
  userId,
}) => {
  await database.query("update subscriptions set status = 'canceled'");
  const sheet = sheetOf(await openOpsConsole({ db }).signIn(), userId);
  await sheet.paste(MONTH);
  const look = await sheet.read(`${sheet.path}/look?month=2026-12`);
  expect(look).not.toContain("Propose 2");
  const ids = idsIn(await sheet.fields());
  const form: Fields = ids.map((id) => ["draft", `${id}:1`]);
  const refused = await sheet.send("propose", [["month", "2026-12"], ...form]);
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining("no open subscription"),
  ]);
  expect(await db.select().from(posts)).toEqual([]);
});

test("file of an operator: added in the form of its post or in the library; removed while nothing has it", async ({
  db,
  userId,
}) => {
  const added: string[] = [];
  const material = {
    add: ({ name, bytes, by }: { name: string; bytes: Buffer; by: string }) => {
      if (bytes.toString() === "away") return Promise.reject(new Error("material_store_503"));
      added.push(`${name} ${bytes.toString()} ${by}`);
      return Promise.resolve(bytes.toString() === "gif" ? "This is a GIF." : null);
    },
  };
  const used = await insertFile(db, userId, "used.jpg");
  const free = await insertFile(db, userId, "free.jpg");
  const ops = openOpsConsole({ db, material });
  const session = await ops.signIn();
  const sheet = sheetOf(session, userId);
  await sheet.paste(MONTH);
  const fields = await sheet.fields();
  const [figs = ""] = idsIn(fields);
  await sheet.save(withFields(fields, { [`${figs}.add`]: "used.jpg" }));

  const upload = (path: string, form: Fields, files: [string, string][], headers = {}) => {
    const body = new FormData();
    for (const [name, value] of [["csrf", session.token], ...form] as Fields)
      body.append(name, value);
    for (const [name, text] of files) body.append(name, new File([text], "cake.jpg"));
    const cookies = { cookie: session.cookie, origin: OPS_ORIGIN, ...headers };
    return ops.request(path, { method: "POST", body, headers: cookies });
  };
  const form = withFields(await sheet.fields(), { [`${figs}.text`]: "Newer figs." });
  const refused = await upload(`${sheet.path}/save`, form, [[`${figs}.upload`, "gif"]]);
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringMatching(/Newer figs\..*cake\.jpg: This is a GIF\./s),
  ]);
  const typed = withFields(await sheet.fields(), { [`${figs}.text`]: "Newest figs." });
  const away = await upload(`${sheet.path}/save`, typed, [[`${figs}.upload`, "away"]]);
  expect([away.status, await away.text()]).toEqual([
    409,
    expect.stringMatching(/Newest figs\..*cake\.jpg: it could not be stored right now\./s),
  ]);
  const drafts = await db.select().from(postDrafts).where(eq(postDrafts.id, figs));
  expect(drafts).toMatchObject([{ text: "Newest figs." }]);
  const json = { accept: "application/json" };
  const byScript = await upload(`${sheet.path}/files`, [], [["file", "cake"]], json);
  expect(await byScript.json()).toMatchObject({ id: expect.stringMatching(/^med_/) });
  const bad = await upload(`${sheet.path}/files`, [], [["file", "gif"]], json);
  expect([bad.status, await bad.json()]).toEqual([422, { error: "cake.jpg: This is a GIF." }]);
  expect((await upload(`${sheet.path}/files`, [["csrf", "x"]], [])).status).toBe(422);
  expect(added).toEqual(["cake.jpg gif Ada", "cake.jpg cake Ada", "cake.jpg gif Ada"]);

  const library = await (await session.get(`${sheet.path}/files`)).text();
  expect(library).toMatch(/used\.jpg.*Thu,? 3 Dec 2026 \(draft\)/s);
  const remove = async (id: string) =>
    (await sheet.send(`files/${id}/remove`, [])).headers.get("location");
  expect(await remove(used)).toContain("notice=kept");
  expect(await remove(free)).toContain("notice=removed");
  expect(await remove(free)).toContain("notice=unknown");
});

test("client of years: a draft keeps a file older than 400 others, which the library shows in pages, and an old month is whole", async ({
  db,
  database,
  userId,
}) => {
  const oldest = await insertFile(db, userId, "oldest.jpg");
  await database.query(`insert into media
    select (jsonb_populate_record(file, jsonb_build_object('id', newer.id, 'fingerprint', newer.id, 'name', newer.id || '.jpg',
      'created_at', file.created_at + interval '1 day'))).*
    from media file, (select 'med_' || lpad(n::text, 26, '0') as id from generate_series(1, 400) as n) newer`);
  await proposePost(db, userId, { text: "Figs of old.", plannedOn: "2025-01-08" });
  await database.query(`with newer as (
      select 'pst_' || lpad(n::text, 26, '0') as id from generate_series(1, 500) as n
    ), added as (
      insert into posts (id, business_id, version, created_at)
      select newer.id, post.business_id, 1, post.created_at from posts post, newer
    )
    insert into post_versions
    select (jsonb_populate_record(old, jsonb_build_object('post_id', newer.id, 'planned_on', '2026-06-08'))).*
    from post_versions old, newer`);
  const session = await openOpsConsole({ db }).signIn();
  const sheet = sheetOf(session, userId);
  await sheet.paste(MONTH);
  const fields = await sheet.fields();
  const [figs = ""] = idsIn(fields);
  await sheet.save(withFields(fields, { [`${figs}.add`]: "oldest.jpg" }));
  await sheet.save(withFields(await sheet.fields(), { [`${figs}.text`]: "Newer figs." }));
  expect(await db.select().from(postDraftMedia)).toMatchObject([
    { draftId: figs, mediaId: oldest },
  ]);
  const seen = new Set<string>();
  let address = `${sheet.path}/files`;
  while (address !== "") {
    const html = await sheet.read(address);
    for (const [, name = ""] of html.matchAll(/<bdi>([^<]+)</g)) seen.add(name);
    address = /rel="next" href="([^"]+)"/.exec(html)?.[1] ?? "";
  }
  expect(seen.size).toBe(401);
  expect(await sheet.read(`${sheet.path}?month=2025-01`)).toContain("Figs of old.");
  expect(await sheet.read(`${sheet.path}/calendar.csv?month=2025-01`)).toContain("Figs of old.");
});

test("calendar of a month: as CSV without formulas, and as a calendar file", async ({
  db,
  userId,
}) => {
  await proposePost(db, userId, {
    text: "=HYPERLINK(1), figs; warm\nand more",
    plannedOn: "2026-12-08",
  });
  const session = await openOpsConsole({ db }).signIn();
  const csv = await session.get(`/ops/content/${userId}/calendar.csv?month=2026-12`);
  expect(await csv.text()).toMatch(
    /2026-12-08,18:00,"Instagram, Facebook",Post,"'=HYPERLINK\(1\), figs; warm\nand more",,Waiting/,
  );
  const ics = await (await session.get(`/ops/content/${userId}/calendar.ics?month=2026-12`)).text();
  expect(ics).toContain("DTSTART:20261208T180000Z\r\n");
  expect(ics.replaceAll("\r\n ", "")).toContain(String.raw`=HYPERLINK(1)\, figs\; warm\nand more`);
  expect(ics.split("\r\n").every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
});

test("script: only where files and copies are, and no page needs it", async ({ db, userId }) => {
  const session = await openOpsConsole({ db }).signIn();
  const policyOf = async (path: string) =>
    (await session.get(path)).headers.get("content-security-policy") ?? "";
  const files = `/ops/content/${userId}/files`;
  for (const path of [`/ops/content/${userId}`, files, "/ops/content/today"]) {
    expect(await policyOf(path)).toContain("script-src 'self'; connect-src 'self'");
  }
  for (const path of ["/ops/content", "/ops/overview"]) {
    expect(await policyOf(path)).not.toContain("script-src");
  }
});

test("publish today: the addresses of several customers by one press; what is refused stays in its field", async ({
  db,
  userId,
}) => {
  const ids = await Promise.all(
    ["Figs.", "Plums.", "Pears."].map((text) =>
      proposePost(db, userId, { text, platforms: ["facebook"], plannedOn: "2026-11-20" }),
    ),
  );
  for (const postId of ids) {
    const { 1: contentHash = "" } = await hashesOf(db, postId);
    await db
      .insert(postDecisions)
      .values({ postId, version: 1, contentHash, decision: "approved", decidedAt: AT });
  }
  const session = await openOpsConsole({ db }).signIn();
  const path = "/ops/content/today";
  const html = await (await session.get(`${path}?who=all`)).text();
  const [figs = "", plums = ""] = ids;
  const typed = withFields(fieldsIn(html, path), {
    [`${figs}.url_facebook`]: "https://www.facebook.com/figs/posts/1",
    [`${plums}.url_facebook`]: "http://plums",
  });
  const refused = await session.send(path, typed);
  expect(refused.status).toBe(422);
  const again = await refused.text();
  expect(again).toMatch(/1 post saved, 1 not.*Plums\..*value="http:\/\/plums"/s);
  expect(again).not.toContain("Figs.");
  const right = withFields(fieldsIn(again, path), {
    [`${plums}.url_facebook`]: "https://www.facebook.com/plums/posts/2",
  });
  expect((await session.send(path, right)).status).toBe(303);
  expect(await (await session.get(`${path}?who=all`)).text()).not.toContain("Plums.");
});

test("viewer: sees drafts and posts and changes nothing", async ({ db, userId }) => {
  const ops = openOpsConsole({ db });
  await sheetOf(await ops.signIn(), userId).paste(MONTH);
  const viewer = sheetOf(await ops.signIn("viewer"), userId);
  const html = await viewer.read();
  expect(html).toMatch(/Figs,\nwarm\./);
  expect(html).not.toMatch(/<button type="submit"(?! ?class="link")|<script/);
  for (const what of ["save", "look", "act", "run", "propose", "paste", "files"]) {
    expect((await viewer.send(what, [])).status, what).toBe(403);
  }
});

test("post of the desk: leads to the ones before and after it in its list", async ({
  db,
  userId,
}) => {
  const ids = await Promise.all(
    ["2026-11-25", "2026-11-26", "2026-11-27"].map((plannedOn) =>
      proposePost(db, userId, { ...POST, plannedOn }),
    ),
  );
  const session = await openOpsConsole({ db }).signIn();
  const desk = await (await session.get("/ops/content?who=all")).text();
  expect(desk).toMatch(/Waiting for customers \(3\)/);
  const link = new RegExp(`href="(/ops/content/posts/${ids[1] ?? ""}\\?list=[^"]+)"`).exec(desk);
  const html = await (await session.get((link?.[1] ?? "").replaceAll("&amp;", "&"))).text();
  expect(html).toMatch(
    new RegExp(`${ids[0] ?? ""}\\?list[^"]*" ?>?\\s*.*Previous.*${ids[2] ?? ""}\\?list.*Next`, "s"),
  );
});
