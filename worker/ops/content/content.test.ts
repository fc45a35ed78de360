import { expect } from "vitest";
import type { Db } from "#db/client.ts";
import { postDecisions, postPublications } from "#db/schema/content.ts";
import { test as base, type TestDatabase } from "../../../tests/support/database.ts";
import { openOpsConsole } from "../../../tests/support/ops-client.ts";
import { seedOpsCustomer } from "../../../tests/support/ops-customer.ts";
import { hashesOf, proposePost } from "../../../tests/support/post-rows.ts";
import { seedEnquiry, seedIds } from "../../../tests/support/seed-event.ts";

// The console's clock starts on 2026-11-20 at 23:13.
const AT = "2026-11-20T23:00:00.000Z";
const URL = "https://www.instagram.com/p/1";

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

test("old link to a free trial that became a customer's: leads to the customer's posts, and says so", async ({
  db,
  database,
  userId,
}) => {
  const { rows } = await database.query<{ email: string }>("select email from users");
  await seedEnquiry(db, { email: rows[0]?.email ?? "" });
  await database.query("update form_submissions set form_type = 'free-trial'");
  const { get } = await openOpsConsole({ db }).signIn();
  const old = await get(`/ops/content/${seedIds().submissionId}`);
  expect(old.status).toBe(302);
  const address = old.headers.get("location") ?? "";
  expect(address).toContain(`/ops/content/${userId}`);
  expect(await (await get(address)).text()).toContain("This free trial became a customer’s.");
});

test("enquiry that is no free trial: nothing can be proposed", async ({ db }) => {
  await seedEnquiry(db, { email: "ada@shop.example" });
  const { get } = await openOpsConsole({ db }).signIn();
  expect((await get(`/ops/content/${seedIds().submissionId}`)).status).toBe(404);
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
  expect(await (await get("/ops/content?who=all")).text()).toMatch(
    new RegExp(
      `To publish.*Fig rolls.*href="/ops/content/${userId}">G••• H•••.*Published.*Its time has passed.*Not yet on Facebook`,
      "s",
    ),
  );
  expect(await (await get(`/ops/content/posts/${postId}`)).text()).toContain('name="rest"');
  await publish(["rest", "left_out"]);
  expect(await (await get("/ops/content?who=all")).text()).not.toContain("Fig rolls");
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

test("scheduled elsewhere: from its page and from the day's table, then stopped as the customer asks", async ({
  db,
  database,
  userId,
}) => {
  const postId = await proposePost(db, userId);
  await decide(db, postId);
  const { get, send } = await openOpsConsole({ db }).signIn();
  const path = `/ops/content/posts/${postId}`;
  const noticeOf = async (act: string, ...fields: [string, string][]) =>
    (await send(`${path}/${act}`, [["version", "1"], ...fields])).headers.get("location");
  expect(await noticeOf("schedule", ["scheduled_instagram", "yes"])).toContain("scheduled_saved");
  const row = (await (await get("/ops/content/today?who=all&until=2026-11-27")).text()).slice(
    -4000,
  );
  expect(row).toMatch(/Instagram.*In its scheduler.*name="[^"]*scheduled_facebook"/s);
  await send("/ops/content/today", [
    ["who", "all"],
    ["post", `${postId}:1`],
    [`${postId}.scheduled_facebook`, "yes"],
  ]);
  expect(await (await get(path)).text()).toContain("Instagram, Facebook");
  expect(await noticeOf("withdraw")).toContain("notice=scheduled");
  expect(await noticeOf("stop")).toContain("notice=refused");
  await database.query(
    `insert into post_stop_requests (post_id, version, words, via, requested_at)
     values ($1, 1, 'Not that picture.', 'calendar', $2)`,
    [postId, AT],
  );
  const asked = await (await get(path)).text();
  expect(asked).toMatch(/took back the yes.*Not that picture\..*Take it out.*Instagram, Facebook/s);
  expect(asked).not.toContain('name="scheduled_instagram"');
  expect(await (await get("/ops/content?who=all")).text()).toContain(
    "To take out of schedulers (1)",
  );
  expect(await noticeOf("stop")).toContain("notice=stopped");
  expect(await noticeOf("stop")).toContain("notice=nothing_to_do");
  expect(await (await get(path)).text()).toContain("Changes requested");
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
    expect(html).not.toMatch(/Propose |Publish|Withdraw|Mark as/);
  }
  expect((await send(`${path}/publish`, [["version", "1"]])).status).toBe(403);
  expect((await send(`${path}/withdraw`, [["version", "1"]])).status).toBe(403);
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
