import { expect } from "vitest";
import { PLANS } from "#contracts/catalogue.ts";
import { NO_ANSWERS } from "#contracts/content/brief-answers.ts";
import { briefVersions, posts, postVersions } from "#db/schema/content.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { test as base } from "../../../tests/support/database.ts";
import { openOpsConsole } from "../../../tests/support/ops-client.ts";
import { seedOpsCustomer } from "../../../tests/support/ops-customer.ts";
import { POST, proposePost } from "../../../tests/support/post-rows.ts";

// The console's clock starts on 2026-11-20 at 23:13.
const COLUMNS = "date\ttime\tplatforms\ttext";
const TWO = `${COLUMNS}\r\n3 Dec\t18:00\tinstagram, facebook\t"Figs,\r\nwarm."\r\n28 Dec\t9am\tx\tPlums <b>.`;

const test = base.extend<{ userId: string }>({
  userId: async ({ db }, use) => {
    await use((await seedOpsCustomer(db)).userId);
  },
});

/** The fields of the page's form, as a browser sends them. */
function formOf(html: string): [string, string][] {
  const hidden = [...html.matchAll(/name="(checked|id)" value="(\w+)"/g)];
  return hidden.map(([, name = "", value = ""]) => [name, value]);
}

const manyPosts = (count: number) =>
  [COLUMNS, ...Array.from({ length: count }, (_, n) => `3 Dec\t18:00\tx\tPost ${String(n)}.`)].join(
    "\n",
  );

test("month that is pasted: checked without a trace, proposed as one event, sent twice once", async ({
  db,
  userId,
}) => {
  const { get, send } = await openOpsConsole({ db }).signIn();
  const path = `/ops/content/${userId}/month`;
  expect(await (await get(`/ops/content/${userId}`)).text()).toContain(`action="${path}"`);
  const checked = await send(path, [["month", TWO]]);
  expect(checked.status).toBe(200);
  const html = await checked.text();
  expect(html).toMatch(
    /Figs,\nwarm\..*Instagram, Facebook.*Thu,? 3 Dec 2026.*Plums &lt;b&gt;\..*A bank holiday\./s,
  );
  expect(html).toContain("Propose 2 posts");
  expect(await db.select().from(posts)).toEqual([]);

  const form: [string, string][] = [["month", TWO], ...formOf(html)];
  for (const sent of [await send(`${path}/propose`, form), await send(`${path}/propose`, form)]) {
    expect(sent.headers.get("location")).toBe(`/ops/content/${userId}?notice=proposed`);
  }
  const versions = await db.select().from(postVersions).orderBy(postVersions.plannedOn);
  expect(versions).toMatchObject([
    {
      text: "Figs,\nwarm.",
      platforms: ["instagram", "facebook"],
      plannedOn: "2026-12-03",
      proposedBy: "Ada",
    },
    { text: "Plums <b>.", platforms: ["x"], plannedOn: "2026-12-28", plannedTime: "09:00:00" },
  ]);
  const events = await db.select().from(outboxEvents);
  expect(events.flatMap(({ type, payload }) => (type === "PostProposed" ? payload : []))).toEqual([
    {
      userId,
      subscriptionId: "sub_1",
      posts: versions.map(({ postId }) => ({ postId, version: 1 })),
    },
  ]);
});

const WITH_ERRORS = [
  ["no columns", "Figs.", "Missing: date, time, platforms, text."],
  [
    "dates of two countries",
    `${COLUMNS}\n13/12/2026\t18:00\tx\tFigs.\n12/14/2026\t18:00\tx\tPlums.`,
    "some dates of the sheet are day/month, some month/day",
  ],
  ["a past date", `${COLUMNS}\n20 Nov\t18:00\tx\tFigs.`, "This day and time have passed."],
  [
    "an hour that clocks skip",
    `${COLUMNS}\n28 Mar 2027\t1:30am\tx\tFigs.`,
    "That time doesn’t exist",
  ],
  ["a long text", `${COLUMNS}\n3 Dec\t18:00\tx\t${"x".repeat(3_001)}`, "Shorten the text"],
  [
    "the same post twice",
    `${COLUMNS}\n3 Dec\t18:00\tx\tFigs.\n3 December 2026\t6pm\tx\tFigs.`,
    "The same as row 2.",
  ],
  [
    "a post that was proposed before",
    `${COLUMNS}\n${POST.plannedOn}\t${POST.plannedTime}\tinstagram facebook\t${POST.text}`,
    "This post was proposed already.",
  ],
] as const;

test("month with an error: said beside its row, the text stays, nothing is proposed", async ({
  db,
  userId,
}) => {
  await proposePost(db, userId);
  const { send } = await openOpsConsole({ db }).signIn();
  for (const [kind, paste, error] of WITH_ERRORS) {
    for (const path of ["month", "month/propose"]) {
      const refused = await send(`/ops/content/${userId}/${path}`, [["month", paste]]);
      expect(refused.status, kind).toBe(422);
      const html = await refused.text();
      expect(html, kind).toContain(error);
      expect(html, kind).toContain(`\n${paste}</textarea>`);
      expect(html, kind).not.toMatch(/Propose \d/);
    }
  }
  expect(await db.select().from(posts)).toHaveLength(1);
});

test("text that has changed since it was checked: shown again, not proposed", async ({
  db,
  userId,
}) => {
  const { send } = await openOpsConsole({ db }).signIn();
  const path = `/ops/content/${userId}/month`;
  const html = await (await send(path, [["month", TWO]])).text();
  const changed = TWO.replace("warm", "cold");
  const again = await send(`${path}/propose`, [["month", changed], ...formOf(html)]);
  expect(again.status).toBe(422);
  expect(await again.text()).toMatch(/the text changed after.*cold\./s);
  expect(await db.select().from(posts)).toEqual([]);
});

test("another month in the form of one that was proposed: all of its posts are added", async ({
  db,
  userId,
}) => {
  const { send } = await openOpsConsole({ db }).signIn();
  const path = `/ops/content/${userId}/month`;
  const first = formOf(await (await send(path, [["month", TWO]])).text());
  await send(`${path}/propose`, [["month", TWO], ...first]);
  const month: [string, string] = ["month", TWO.replace("Plums <b>", "Pears")];
  const html = await (await send(path, [month, ...first])).text();
  expect(html).toMatch(/Pears\..*Proposed before with other words: this one is added\./s);
  await send(`${path}/propose`, [month, ...formOf(html)]);
  const versions = await db.select().from(postVersions).orderBy(postVersions.text);
  expect(versions.map(({ text }) => text)).toEqual(["Figs,\nwarm.", "Pears.", "Plums <b>."]);
});

test("dates that are day/month or month/day: read as in Britain until the operator says otherwise", async ({
  db,
  userId,
}) => {
  const { send } = await openOpsConsole({ db }).signIn();
  const path = `/ops/content/${userId}/month`;
  const month: [string, string] = ["month", `${COLUMNS}\n3/4/2027\t18:00\tx\tFigs.`];
  const html = await (await send(path, [month])).text();
  expect(html).toMatch(/Sat,? 3 Apr 2027.*value="day_first" checked/s);
  const other: [string, string] = ["day_order", "month_first"];
  const changed = await send(`${path}/propose`, [month, other, ...formOf(html)]);
  expect(changed.status).toBe(422);
  const again = await changed.text();
  expect(again).toMatch(/Thu,? 4 Mar 2027.*value="month_first" checked/s);
  await send(`${path}/propose`, [month, other, ...formOf(again)]);
  expect(await db.select().from(postVersions)).toMatchObject([{ plannedOn: "2027-03-04" }]);
});

test("more posts than the plan has: proposed only when the operator says so", async ({
  db,
  userId,
}) => {
  const { get, send } = await openOpsConsole({ db }).signIn();
  const path = `/ops/content/${userId}/month`;
  const month: [string, string] = ["month", manyPosts(13)];
  const html = await (await send(path, [month])).text();
  expect(html).toContain("13 of 12 posts from 1 to 31 December 2026");
  const form = [month, ...formOf(html)];
  const refused = await send(`${path}/propose`, form);
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain("tick the box to go ahead");
  expect(await db.select().from(posts)).toEqual([]);
  expect((await send(`${path}/propose`, [...form, ["over", "yes"]])).status).toBe(303);
  expect(await (await get(`/ops/content/${userId}`)).text()).toContain("1 more than in the plan");

  const fourteenth: [string, string][] = [
    ["text", "Plums."],
    ["platform", "x"],
    ["planned_on", "2026-12-04"],
    ["planned_time", "18:00"],
  ];
  const one = await send(`/ops/content/${userId}/propose`, fourteenth);
  expect(one.status).toBe(422);
  expect(await one.text()).toMatch(/Plums\..*14 of 12 posts from 1 to 31 December 2026/s);
  const agreed = await send(`/ops/content/${userId}/propose`, [...fourteenth, ["over", "yes"]]);
  expect(agreed.status).toBe(303);

  const postId = await proposePost(db, userId, { plannedOn: "2027-01-04" });
  const change = (version: string, text: string, ...over: [string, string][]) =>
    send(`/ops/content/posts/${postId}/change`, [
      ["version", version],
      ...fourteenth.slice(1),
      ["text", text],
      ...over,
    ]);
  const moved = await change("1", "Pears.");
  expect(moved.status).toBe(422);
  expect(await moved.text()).toMatch(/to go ahead.*15 of 12 posts from 1 to 31 December 2026/s);
  expect((await change("1", "Pears.", ["over", "yes"])).status).toBe(303);
  expect((await change("2", "Figs.")).status).toBe(303);
});

const PREMIUM = PLANS[2].priceId;
const BOOKED = JSON.stringify({
  scheduleId: "sub_sched_1",
  at: "2026-12-01T10:00:00Z",
  items: [{ priceId: PLANS[0].priceId, amountPence: 97_00, quantity: 1 }],
});

test.for([
  [
    "a plan with fewer platforms",
    "select 1",
    `${COLUMNS}\n3 Dec\t18:00\tinstagram, facebook, tiktok, x\tFigs.`,
    /4 of 3 platforms from 1 to 31 December 2026: Instagram, Facebook, TikTok, X\./,
  ],
  [
    "a booked downgrade",
    `update subscription_items set price_id = '${PREMIUM}'; update subscriptions set price_id = '${PREMIUM}', scheduled = '${BOOKED}'`,
    manyPosts(13),
    /13 of 12 posts from 1 to 31 December 2026 \(Starter Package\)/,
  ],
  [
    "a subscription that ends",
    "update subscriptions set cancel_at_period_end = true",
    `${COLUMNS}\n3 Dec\t18:00\tx\tFigs.`,
    /The subscription ends on Tuesday 1 December\..*See what is bold in row 2\./s,
  ],
  [
    "an overdue payment",
    "update subscriptions set status = 'past_due'",
    `${COLUMNS}\n3 Dec\t18:00\tx\tFigs.`,
    /A payment is overdue\./,
  ],
  [
    "too many hashtags",
    "select 1",
    `${COLUMNS}\n3 Dec\t18:00\tinstagram\t#a #b #c #d #e #f`,
    /Instagram takes 5 hashtags: the text has 6\..*See what is bold in row 2\./s,
  ],
] as const)(
  "month for %s: proposed only when the operator says so",
  async ([, setUp, paste, said], { db, database, userId }) => {
    for (const statement of setUp.split("; ")) await database.query(statement);
    const { send } = await openOpsConsole({ db }).signIn();
    const path = `/ops/content/${userId}/month`;
    const html = await (await send(path, [["month", paste]])).text();
    expect(html).toMatch(said);
    const form: [string, string][] = [["month", paste], ...formOf(html)];
    const refused = await send(`${path}/propose`, form);
    expect([refused.status, await db.select().from(posts)]).toEqual([422, []]);
    expect(await refused.text()).toMatch(said);
    expect((await send(`${path}/propose`, [...form, ["over", "yes"]])).status).toBe(303);
  },
);

test("what a network refuses: proposed in no form, the reason is said, what was typed stays", async ({
  db,
  userId,
}) => {
  const { send } = await openOpsConsole({ db }).signIn();
  const long = "a".repeat(281);
  const reason = "X takes 280 characters: the text has 281 as X counts them.";
  const fields: [string, string][] = [
    ["text", long],
    ["platform", "x"],
    ["planned_on", "2026-12-04"],
    ["planned_time", "18:00"],
    ["over", "yes"],
  ];
  const postId = await proposePost(db, userId);
  const paste: [string, string] = ["month", `${COLUMNS}\n4 Dec\t18:00\tx\t${long}`];
  const tried: Record<string, [string, string][]> = {
    [`${userId}/month`]: [paste],
    [`${userId}/month/propose`]: [paste],
    [`${userId}/propose`]: fields,
    [`posts/${postId}/change`]: [["version", "1"], ...fields],
  };
  for (const [path, form] of Object.entries(tried)) {
    const response = await send(`/ops/content/${path}`, form);
    const html = await response.text();
    expect([path, response.status]).toEqual([path, 422]);
    expect(html, path).toContain(reason);
    expect(html, path).toContain(`${long}</textarea>`);
  }
  expect(await db.select().from(postVersions)).toHaveLength(1);
});

test("platform without a handle in the brief: noted", async ({ db, userId }) => {
  await proposePost(db, userId);
  const [post] = await db.select().from(posts);
  await db.insert(briefVersions).values({
    businessId: post?.businessId ?? "",
    version: 1,
    revision: 1,
    answers: { ...NO_ANSWERS, instagram: "@figs" },
    savedAt: "2026-11-20T10:00:00Z",
    submittedAt: "2026-11-20T10:00:00Z",
  });
  const { send } = await openOpsConsole({ db }).signIn();
  const checked = await send(`/ops/content/${userId}/month`, [["month", TWO]]);
  expect(await checked.text()).toMatch(/Not in the brief: Facebook\..*Not in the brief: X\./s);
});

test("viewer, and a customer without an open subscription: no month is proposed", async ({
  db,
  database,
  userId,
}) => {
  const app = openOpsConsole({ db });
  const path = `/ops/content/${userId}/month`;
  const viewer = await app.signIn("viewer");
  expect((await viewer.send(path, [["month", TWO]])).status).toBe(403);
  const operator = await app.signIn();
  const html = await (await operator.send(path, [["month", TWO]])).text();
  await database.query("update subscriptions set status = 'canceled'");
  const refused = await operator.send(`${path}/propose`, [["month", TWO], ...formOf(html)]);
  expect(await refused.text()).toContain("no open subscription");
  expect(await db.select().from(posts)).toEqual([]);
});
