import { expect } from "vitest";
import type { Db } from "#db/client.ts";
import { postDecisions, postPublications, posts, postVersions } from "#db/schema/content.ts";
import { test as base, type TestDatabase } from "../../../tests/support/database.ts";
import { openOpsConsole } from "../../../tests/support/ops-client.ts";
import { seedOpsCustomer } from "../../../tests/support/ops-customer.ts";
import { hashesOf, POST, proposePost } from "../../../tests/support/post-rows.ts";
import { seedEnquiry, seedEvent, seedIds } from "../../../tests/support/seed-event.ts";

// The console's clock starts on 2026-11-20 at 23:13.
const AT = "2026-11-20T23:00:00.000Z";
const URL = "https://www.instagram.com/p/1";

const fieldsOf = (text: string, day = "2026-11-27"): [string, string][] => [
  ["text", text],
  ["platform", "instagram"],
  ["platform", "facebook"],
  ["planned_on", day],
  ["planned_time", "18:00"],
];

const test = base.extend<{ userId: string }>({
  userId: async ({ db }, use) => {
    await use((await seedOpsCustomer(db)).userId);
  },
});

async function decide(db: Db, postId: string, words: string | null = null) {
  const { 1: contentHash = "" } = await hashesOf(db, postId);
  const decision = words === null ? "approved" : "changes_requested";
  await db
    .insert(postDecisions)
    .values({ postId, version: 1, contentHash, decision, words, decidedAt: AT });
}

async function eventsIn({ query }: TestDatabase) {
  const { rows } = await query<{ type: string; id: string }>(
    "select type, aggregate_id as id, actor, payload from outbox_events where type like 'Post%' order by occurred_at, id",
  );
  return rows;
}

test("post proposed, sent twice: one post, one event", async ({ db, database, userId }) => {
  const { get, send } = await openOpsConsole({ db }).signIn();
  expect(await (await get(`/ops/customers/${userId}`)).text()).toContain(
    `href="/ops/content/${userId}"`,
  );
  const html = await (await get(`/ops/content/${userId}`)).text();
  const [, postId = ""] = /name="id" value="(pst_\w+)"/.exec(html) ?? [];
  const form: [string, string][] = [["id", postId], ...fieldsOf("Fig rolls.")];
  const sent = [
    await send(`/ops/content/${userId}/propose`, form),
    await send(`/ops/content/${userId}/propose`, form),
  ];
  expect(sent.map(({ status }) => status)).toEqual([303, 303]);
  expect(await eventsIn(database)).toEqual([
    {
      type: "PostProposed",
      id: userId,
      actor: { kind: "ops", name: "Ada" },
      payload: { userId, subscriptionId: "sub_1", posts: [{ postId, version: 1 }] },
    },
  ]);
  const page = await (await get(sent[1]?.headers.get("location") ?? "")).text();
  expect(page).toContain("Proposed. The customer gets one email.");
  expect(page).toMatch(
    /1 of 12 posts from 1 to 30 November 2026 \(Starter Package\), on 2 of 3 platforms.*Fig rolls\..*Waiting for the customer/s,
  );
});

test("other words in the form of a post that was proposed: kept, and proposed as a second post", async ({
  db,
  userId,
}) => {
  const { get, send } = await openOpsConsole({ db }).signIn();
  const path = `/ops/content/${userId}/propose`;
  const idIn = (html: string) => /name="id" value="(pst_\w+)"/.exec(html)?.[1] ?? "";
  const first = idIn(await (await get(`/ops/content/${userId}`)).text());
  await send(path, [["id", first], ...fieldsOf("Fig rolls.")]);
  const refused = await send(path, [["id", first], ...fieldsOf("Plum rolls.")]);
  expect(refused.status).toBe(422);
  const html = await refused.text();
  expect(html).toMatch(/Plum rolls\..*You proposed this post before, with other words\./s);
  expect((await send(path, [["id", idIn(html)], ...fieldsOf("Plum rolls.")])).status).toBe(303);
  const versions = await db.select().from(postVersions).orderBy(postVersions.text);
  expect(versions.map(({ text }) => text)).toEqual(["Fig rolls.", "Plum rolls."]);
});

test("post that is not complete: nothing is proposed, its text stays", async ({ db, userId }) => {
  const { send } = await openOpsConsole({ db }).signIn();
  const form = fieldsOf("Fig <rolls>.", "2026-11-19");
  const response = await send(`/ops/content/${userId}/propose`, form);
  expect(response.status).toBe(422);
  const html = await response.text();
  expect(html).toContain("This day and time have passed.");
  expect(html).toContain("Fig &lt;rolls&gt;.");
  expect(await db.select().from(posts)).toEqual([]);
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
  const { get, send } = await openOpsConsole({ db }).signIn();
  const path = `/ops/content/${enquiryId}`;
  const enquiry = await (await get(`/ops/customers/${enquiryId}`)).text();
  expect(enquiry).toContain(`href="${path}">Posts`);
  expect(await (await get(path)).text()).toMatch(
    /G•••.*0 posts planned\. A free trial has 3 posts or 1 reel\./s,
  );
  for (const text of ["Figs.", "Plums.", "Pears."]) {
    expect((await send(`${path}/propose`, fieldsOf(text))).status).toBe(303);
  }
  const refused = await send(`${path}/propose`, fieldsOf("Quinces."));
  expect(await refused.text()).toMatch(/4 posts in the free trial, which has 3 posts or 1 reel/);
  const agreed = [...fieldsOf("Quinces."), ["over", "yes"]] as [string, string][];
  expect((await send(`${path}/propose`, agreed)).status).toBe(303);
  const proposed = await db.select().from(posts);
  expect(proposed).toHaveLength(4);
  const events = await eventsIn(database);
  expect(events.map(({ id }) => id)).toEqual(Array.from({ length: 4 }, () => enquiryId));
  const first = { userId: null, enquiryId, subscriptionId: null };
  expect(events[0]).toMatchObject({ type: "PostProposed", payload: first });
  const post = `/ops/content/posts/${proposed[0]?.id ?? ""}`;
  expect(await (await get(post)).text()).toContain(`href="${path}">Posts for Navy (G•••`);
  const changed = await send(`${post}/change`, [["version", "1"], ...fieldsOf("Quinces!")]);
  expect(changed.headers.get("location")).toBe(`${post}?notice=changed`);
  const asReel = [["version", "2"], ["format", "reel"], ...fieldsOf("Quinces!")] as [
    string,
    string,
  ][];
  const asked = await send(`${post}/change`, asReel);
  expect([asked.status, await asked.text()]).toEqual([
    422,
    expect.stringContaining("3 posts and 1 reel in the free trial"),
  ]);
});

test("enquiry that is no free trial: nothing can be proposed", async ({ db }) => {
  await seedEnquiry(db, { email: "ada@shop.example" });
  const { get } = await openOpsConsole({ db }).signIn();
  expect((await get(`/ops/content/${seedIds().submissionId}`)).status).toBe(404);
});

test("customer whose subscription has ended: nothing can be proposed", async ({
  db,
  database,
  userId,
}) => {
  await database.query("update subscriptions set status = 'canceled'");
  const postId = await proposePost(db, userId);
  const { get, send } = await openOpsConsole({ db }).signIn();
  expect(await (await get("/ops/content")).text()).not.toContain("Fig rolls");
  const path = `/ops/content/posts/${postId}/change`;
  const changed = await send(path, [["version", "1"], ...fieldsOf("Plums.")]);
  expect(changed.status).toBe(409);
  expect(await changed.text()).toMatch(/Posts for G.*no open subscription.*Plums\./s);
  expect(await (await get(`/ops/content/${userId}`)).text()).not.toContain("Propose posts");
  const response = await send(`/ops/content/${userId}/propose`, fieldsOf("Fig rolls."));
  expect(await response.text()).toContain("no open subscription");
  expect(await db.select().from(postVersions)).toHaveLength(1);
});

test("post whose changes were asked: shown with the words, changed as a new version", async ({
  db,
  database,
  userId,
}) => {
  const postId = await proposePost(db, userId);
  await decide(db, postId, "Warmer, <please>.");
  const { get, send } = await openOpsConsole({ db }).signIn();
  expect(await (await get("/ops/content")).text()).toMatch(
    /Changes requested<\/h2>.*Fig rolls, warm.*Warmer, &lt;please&gt;\..*To publish/s,
  );
  const change = (version: string, text: string) =>
    send(`/ops/content/posts/${postId}/change`, [["version", version], ...fieldsOf(text)]);
  const changed = await change("1", "Warm fig rolls.");
  expect(changed.headers.get("location")).toBe(`/ops/content/posts/${postId}?notice=changed`);
  const late = await change("1", "Cold fig rolls.");
  expect(late.status).toBe(409);
  expect(await late.text()).toMatch(
    /Someone else changed this post.*Warm fig rolls\..*name="version" value="2".*Cold fig rolls\..*Propose version 3/s,
  );
  const versions = await db.select().from(postVersions).orderBy(postVersions.version);
  expect(versions.map(({ text, proposedBy }) => [text, proposedBy])).toEqual([
    [POST.text, "Ada"],
    ["Warm fig rolls.", "Ada"],
  ]);
  expect((await eventsIn(database)).map(({ type }) => type)).toEqual([
    "PostProposed",
    "PostProposed",
  ]);
});

test("change that cannot be proposed: the form still begins from the version that was seen", async ({
  db,
  userId,
}) => {
  const postId = await proposePost(db, userId);
  const { send } = await openOpsConsole({ db }).signIn();
  const change = (version: string, day: string) =>
    send(`/ops/content/posts/${postId}/change`, [
      ["version", version],
      ...fieldsOf(`From version ${version}.`, day),
    ]);
  await change("1", "2026-11-28");
  const html = await (await change("1", "2026-11-19")).text();
  expect(html).toMatch(/name="version" value="1".*This day and time have passed\./s);
});

test("change of a post that was withdrawn in between: what was written is shown", async ({
  db,
  userId,
}) => {
  const postId = await proposePost(db, userId);
  const { send } = await openOpsConsole({ db }).signIn();
  const path = `/ops/content/posts/${postId}`;
  await send(`${path}/withdraw`, [["version", "1"]]);
  const late = await send(`${path}/change`, [["version", "1"], ...fieldsOf("Warm fig rolls.")]);
  expect(late.status).toBe(409);
  expect(await late.text()).toMatch(/What you wrote.*Warm fig rolls\./s);
});

test("work list: names the customer, marks what is late and where a post is not yet live", async ({
  db,
  userId,
}) => {
  const postId = await proposePost(db, userId, { plannedOn: "2026-11-20", plannedTime: "09:00" });
  const { get, send } = await openOpsConsole({ db }).signIn();
  await decide(db, postId);
  const publish = (...more: [string, string][]) =>
    send(`/ops/content/posts/${postId}/publish`, [
      ["version", "1"],
      ["url_instagram", URL],
      ["early", "yes"],
      ...more,
    ]);
  await publish();
  expect(await (await get("/ops/content")).text()).toMatch(
    new RegExp(
      `To publish.*Fig rolls.*href="/ops/content/${userId}">G••• H•••.*Published.*Its time has passed.*Not yet on Facebook`,
      "s",
    ),
  );
  expect(await (await get(`/ops/content/posts/${postId}`)).text()).toContain('name="rest"');
  await publish(["rest", "left_out"]);
  expect(await (await get("/ops/content")).text()).not.toContain("Fig rolls");
});

test("approved post: published with its live address, once", async ({ db, database, userId }) => {
  const postId = await proposePost(db, userId);
  const { get, send } = await openOpsConsole({ db }).signIn();
  const publish = (url: string) =>
    send(`/ops/content/posts/${postId}/publish`, [
      ["version", "1"],
      ["url_instagram", url],
      ["early", "yes"],
    ]);
  expect((await publish(URL)).headers.get("location")).toContain("notice=refused");
  await decide(db, postId);
  const refused = await publish("http://www.instagram.com/p/1");
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain('value="http://www.instagram.com/p/1"');
  expect((await publish(URL)).headers.get("location")).toContain("notice=published");
  expect((await publish(URL)).headers.get("location")).toContain("notice=nothing_to_do");
  expect(await db.select().from(postPublications)).toMatchObject([
    { platform: "instagram", url: URL, version: 1, publishedBy: "Ada" },
  ]);
  expect(await eventsIn(database)).toContainEqual({
    type: "PostPublished",
    id: userId,
    actor: { kind: "ops", name: "Ada" },
    payload: { userId, postId, version: 1, subscriptionId: "sub_1", isComplete: false },
  });
  const html = await (await get(`/ops/content/posts/${postId}`)).text();
  expect(html).toContain(`<a href="${URL}"`);
  expect(html).not.toContain("Withdraw");
});

test("live address of another network, of another post, or before the day: said, and nothing is recorded", async ({
  db,
  userId,
}) => {
  const [first, second] = [
    await proposePost(db, userId),
    await proposePost(db, userId, { text: "Plums.", plannedOn: "2026-12-16" }),
  ];
  const { get, send } = await openOpsConsole({ db }).signIn();
  const publish = async (postId: string, ...fields: [string, string][]) => {
    const path = `/ops/content/posts/${postId}`;
    const sent = await send(`${path}/publish`, [["version", "1"], ...fields]);
    return sent.status === 422 ? sent.text() : sent.headers.get("location");
  };
  for (const postId of [first, second]) await decide(db, postId);
  const early: [string, string] = ["early", "yes"];
  expect(await publish(first, ["url_facebook", URL], early)).toContain(
    `${URL} is no address of a post on Facebook.`,
  );
  await publish(first, ["url_instagram", `${URL}?igsh=abc`], early);
  expect(await publish(second, ["url_instagram", `${URL}#top`], early)).toMatch(
    /that of another post already/,
  );
  const asked = await publish(second, ["url_instagram", `${URL}2`]);
  expect(asked).toMatch(/Planned for Wednesday 16 December: already live\?.*name="early"/s);
  expect(asked).toContain(`value="${URL}2"`);
  expect(await db.select().from(postPublications)).toMatchObject([{ postId: first, url: URL }]);
  expect(await publish(second, ["url_instagram", `${URL}2`], early)).toContain("notice=published");
  // A correction of what was said to be live is not asked again.
  expect(await publish(second, ["url_instagram", `${URL}3`])).toContain("notice=published");
  expect(await (await get(`/ops/content/posts/${second}`)).text()).not.toContain('name="early"');
});

test("customer of ads alone: the page says that no posts are in a plan", async ({
  db,
  database,
  userId,
}) => {
  await database.query("update subscription_items set price_id = null");
  await database.query("update subscriptions set price_id = null");
  const { get } = await openOpsConsole({ db }).signIn();
  const response = await get(`/ops/content/${userId}`);
  expect([response.status, await response.text()]).toEqual([
    200,
    expect.stringContaining("No plan with posts."),
  ]);
});

test("withdrawn post: nothing more can be done with it", async ({ db, userId }) => {
  const postId = await proposePost(db, userId);
  const { get, send } = await openOpsConsole({ db }).signIn();
  const path = `/ops/content/posts/${postId}`;
  expect(await (await get(path)).text()).toContain(`href="${path}/withdraw"`);
  expect(await (await get(`${path}/withdraw`)).text()).toMatch(/Withdraw this post\?.*Fig rolls/s);
  const withdraw = () => send(`${path}/withdraw`, [["version", "1"]]);
  expect((await withdraw()).headers.get("location")).toBe(`${path}?notice=withdrawn`);
  expect((await withdraw()).headers.get("location")).toBe(`${path}?notice=nothing_to_do`);
  expect(await (await get(path)).text()).not.toContain("Propose version");
  expect((await get(`${path}/withdraw`)).headers.get("location")).toBe(path);
});

test("viewer: sees posts and changes nothing", async ({ db, userId }) => {
  const postId = await proposePost(db, userId);
  await decide(db, postId);
  const { get, send } = await openOpsConsole({ db }).signIn("viewer");
  const path = `/ops/content/posts/${postId}`;
  for (const page of [`/ops/content/${userId}`, path]) {
    const html = await (await get(page)).text();
    expect(html).toContain("Fig rolls");
    expect(html).not.toMatch(/Propose|Publish|Withdraw|Mark as/);
  }
  const forms: [string, [string, string][]][] = [
    [`/ops/content/${userId}/propose`, fieldsOf("Plums.")],
    [`${path}/change`, [["version", "1"], ...fieldsOf("Plums.")]],
    [
      `${path}/publish`,
      [
        ["version", "1"],
        ["url_instagram", URL],
        ["early", "yes"],
      ],
    ],
    [`${path}/withdraw`, [["version", "1"]]],
  ];
  for (const [form, fields] of forms) expect((await send(form, fields)).status).toBe(403);
  expect(await db.select().from(postVersions)).toHaveLength(1);
});

test("unknown business or post: not found", async ({ db }) => {
  const { get } = await openOpsConsole({ db }).signIn();
  for (const path of [
    "/ops/content/cus_1",
    "/ops/content/posts/1",
    `/ops/content/posts/pst_${"0".repeat(26)}`,
  ]) {
    expect((await get(path)).status, path).toBe(404);
  }
});

test.for(["published", "withdrawn"] as const)(
  "post that was %s by mistake: taken back with a reason, which is audited; a second press changes nothing",
  async (state, { db, database, userId }) => {
    const postId = await proposePost(db, userId);
    const path = `/ops/content/posts/${postId}`;
    const { get, send } = await openOpsConsole({ db }).signIn();
    if (state === "published") {
      await decide(db, postId);
      await send(`${path}/publish`, [
        ["version", "1"],
        ["url_instagram", URL],
        ["early", "yes"],
      ]);
    } else await send(`${path}/withdraw`, [["version", "1"]]);
    expect(await (await get(path)).text()).toContain(`href="${path}/restore"`);
    expect(await (await get(`${path}/restore`)).text()).toContain("Take back");
    const from: [string, string] = ["from", state];
    expect((await send(`${path}/restore`, [from, ["reason", " "]])).status).toBe(422);
    const reason: [string, string] = ["reason", "the wrong post"];
    const done = await send(`${path}/restore`, [from, reason]);
    expect(done.headers.get("location")).toBe(`${path}?notice=restored`);
    const again = await send(`${path}/restore`, [from, reason]);
    expect(again.headers.get("location")).toBe(`${path}?notice=outdated`);
    expect(await (await get(path)).text()).toContain(
      state === "published" ? ">Approved</span>" : ">Waiting for the customer</span>",
    );
    expect(await db.select().from(postPublications)).toEqual([]);
    const { rows } = await database.query(
      "select action, data->>'reason' as reason, data->'removed'->0->>'url' as url from audit_log where action like 'post.%'",
    );
    expect(rows).toEqual([
      {
        action: `post.${state}_undone`,
        reason: "the wrong post",
        url: state === "published" ? URL : null,
      },
    ]);
  },
);
