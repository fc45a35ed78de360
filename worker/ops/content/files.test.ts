import { hash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Db } from "#db/client.ts";
import { contentHash } from "#db/ops/propose-posts.ts";
import { deleteAccount } from "#db/personal-data/erase-account.ts";
import { businesses, posts, postVersions } from "#db/schema/content.ts";
import { media, postVersionMedia } from "#db/schema/media.ts";
import { insertAccountRow } from "../../../tests/support/customer-rows.ts";
import { test as base } from "../../../tests/support/database.ts";
import { OPS_ORIGIN, openOpsConsole } from "../../../tests/support/ops-client.ts";
import { seedOpsCustomer } from "../../../tests/support/ops-customer.ts";
import { newId } from "../../../tests/support/pipeline.ts";
import { hashesOf, POST, proposePost } from "../../../tests/support/post-rows.ts";

const [CAKE, SHOP, CLIP, FOREIGN, WIDE] = [
  newId("media"),
  newId("media"),
  newId("media"),
  newId("media"),
  newId("media"),
];
const shaOf = (id: string) => hash("sha256", id);

async function addFile(db: Db, userId: string, id: string, type: "image/jpeg" | "video/mp4") {
  await db
    .insert(businesses)
    .values({ id: newId("business"), userId, createdAt: "2026-11-01T00:00:00.000Z" })
    .onConflictDoNothing();
  const [own] = await db.select().from(businesses).where(eq(businesses.userId, userId));
  await db.insert(media).values({
    id,
    businessId: own?.id ?? "",
    state: "ready",
    name: `${id}.jpg`,
    bytes: 1_000,
    fingerprint: "",
    type,
    sha256: shaOf(id),
    width: 1_200,
    height: 800,
    createdAt: "2026-11-01T00:00:00.000Z",
  });
}

const test = base.extend<{ userId: string; postId: string }>({
  userId: async ({ db }, use) => {
    const { userId } = await seedOpsCustomer(db);
    await addFile(db, userId, CAKE, "image/jpeg");
    await addFile(db, userId, SHOP, "image/jpeg");
    await addFile(db, userId, CLIP, "video/mp4");
    await addFile(db, userId, WIDE, "image/jpeg");
    await db.update(media).set({ width: 3_000 }).where(eq(media.id, WIDE));
    const other = await insertAccountRow(db, { email: "eve@shop.example", isProven: true });
    await addFile(db, other, FOREIGN, "image/jpeg");
    await use(userId);
  },
  postId: async ({ db, userId }, use) => {
    await use(await proposePost(db, userId));
  },
});

const shown = (db: Db) =>
  db
    .select({
      version: postVersionMedia.version,
      position: postVersionMedia.position,
      mediaId: postVersionMedia.mediaId,
      alt: postVersionMedia.alt,
    })
    .from(postVersionMedia)
    .orderBy(postVersionMedia.version, postVersionMedia.position);

test("pictures in a post: a new version whose hash covers them, kept when the text changes", async ({
  db,
  userId,
  postId,
}) => {
  const session = await openOpsConsole({ db }).signIn();
  const path = `/ops/content/posts/${postId}`;
  const html = await (await session.get(path)).text();
  expect(html).toContain(`https://api.tidepost.example/media/${CAKE}/320?until=`);
  expect(html).not.toContain(FOREIGN);
  expect(await (await session.get(`/ops/content/${userId}`)).text()).toContain(`${SHOP}.jpg`);

  const form: [string, string][] = [
    ["version", "1"],
    [`place_${CAKE}`, "2"],
    [`alt_${CAKE}`, "A cake"],
    [`place_${SHOP}`, "1"],
    [`alt_${SHOP}`, "The shop"],
    [`place_${FOREIGN}`, "3"],
    [`alt_${FOREIGN}`, "Of somebody else"],
  ];
  expect((await session.send(`${path}/media`, form)).status).toBe(303);
  expect(await shown(db)).toEqual([
    { version: 2, position: 1, mediaId: SHOP, alt: "The shop" },
    { version: 2, position: 2, mediaId: CAKE, alt: "A cake" },
  ]);
  const files = [
    { mediaId: SHOP, sha256: shaOf(SHOP), alt: "The shop" },
    { mediaId: CAKE, sha256: shaOf(CAKE), alt: "A cake" },
  ];
  expect((await hashesOf(db, postId))[2]).toBe(contentHash({ ...POST, media: files }));
  // Sent again: there is a newer version than the one that it begins from.
  expect((await session.send(`${path}/media`, form)).status).toBe(303);

  const text: [string, string][] = [
    ["version", "2"],
    ["text", "New text"],
    ["platform", "instagram"],
    ["planned_on", "2026-11-27"],
    ["planned_time", "18:00"],
  ];
  expect((await session.send(`${path}/change`, text)).status).toBe(303);
  expect((await shown(db)).filter(({ version }) => version === 3)).toMatchObject([
    { mediaId: SHOP },
    { mediaId: CAKE },
  ]);
});

const REFUSED = [
  ["a picture without words", [[CAKE, "1", ""]], "Say what each picture shows"],
  [
    "a video beside a picture",
    [
      [CAKE, "1", "A cake"],
      [CLIP, "2", ""],
    ],
    "pictures or one video",
  ],
  [
    "two in one place",
    [
      [CAKE, "1", "A cake"],
      [SHOP, "1", "The shop"],
    ],
    "a place of its own",
  ],
  ["a picture of a shape that Instagram refuses", [[WIDE, "1", "A sign"]], "of another shape"],
  ["a place that is no number", [[CAKE, "first", "A cake"]], "Places are numbers"],
] as const;

test("pictures without words, beside a video or in places that do not fit: refused, what was typed stays", async ({
  db,
  postId,
}) => {
  const session = await openOpsConsole({ db }).signIn();
  for (const [kind, rows, why] of REFUSED) {
    const form = rows.flatMap(([id, place, alt]): [string, string][] => [
      [`place_${id}`, place],
      [`alt_${id}`, alt],
    ]);
    const response = await session.send(`/ops/content/posts/${postId}/media`, [
      ["version", "1"],
      ...form,
    ]);
    expect(response.status, kind).toBe(422);
    const html = await response.text();
    expect(html, kind).toContain(why);
    expect(html, kind).toContain(`value="${rows[0][1]}"`);
  }
  expect(await shown(db)).toEqual([]);
});

const FIXED = /files of a version never change/;
const IN_POST = /post_version_media_media_fk/;

test("files of a version: never changed, in no other business, gone with the account", async ({
  db,
  userId,
  postId,
}) => {
  const session = await openOpsConsole({ db }).signIn();
  await session.send(`/ops/content/posts/${postId}/media`, [
    ["version", "1"],
    [`place_${CLIP}`, "1"],
  ]);
  const [post] = await db.select().from(posts);
  const businessId = post?.businessId ?? "";
  const row = { postId, version: 2, position: 2, mediaId: CAKE, businessId, alt: "" };
  const refused = [
    [FIXED, () => db.insert(postVersionMedia).values(row)],
    [FIXED, () => db.update(postVersionMedia).set({ alt: "Another" })],
    [FIXED, () => db.delete(postVersionMedia)],
    [IN_POST, () => db.delete(media).where(eq(media.id, CLIP))],
    [
      IN_POST,
      () =>
        db.transaction(async (tx) => {
          await tx.execute(sql`insert into post_versions
          (post_id, version, text, platforms, planned_on, planned_time, content_hash, proposed_at, proposed_by)
          select post_id, 3, text, platforms, planned_on, planned_time, content_hash, proposed_at, proposed_by
          from ${postVersions} where version = 2`);
          await tx.insert(postVersionMedia).values({ ...row, version: 3, mediaId: FOREIGN });
        }),
    ],
  ] as const;
  for (const [why, change] of refused) {
    await expect(change()).rejects.toMatchObject({
      cause: { message: expect.stringMatching(why) },
    });
  }
  expect(await shown(db)).toHaveLength(1);

  await db.execute(sql`update subscriptions set status = 'canceled'`);
  const event = {
    id: newId("event"),
    type: "AccountErased",
    version: 1,
    occurredAt: "2026-11-25T12:00:00.000Z",
    actor: { kind: "user", userId },
    correlationId: "x",
    data: { userId, by: "owner", left: "nothing" },
  } as const;
  expect(await deleteAccount(db, { userId, sessionId: null, event })).toBe("erased");
  expect(await shown(db)).toEqual([]);
});

test("file of an operator: added through the console, and why not", async ({ db, postId }) => {
  const added: string[] = [];
  const material = {
    add: ({ name, bytes, by }: { name: string; bytes: Buffer; by: string }) => {
      added.push(`${name} ${bytes.toString()} ${by}`);
      return Promise.resolve(bytes.toString() === "cake" ? null : "This is a GIF.");
    },
  };
  const ops = openOpsConsole({ db, material });
  const { cookie, token } = await ops.signIn();
  const path = `/ops/content/posts/${postId}`;
  const upload = async (text: string, csrf = token) => {
    const body = new FormData();
    body.set("csrf", csrf);
    body.set("file", new File([text], "cake.jpg"));
    const headers = { cookie, origin: OPS_ORIGIN };
    return ops.request(`${path}/files`, { method: "POST", body, headers });
  };
  expect((await upload("cake")).headers.get("location")).toBe(`${path}?notice=file_added#media`);
  const refused = await upload("gif");
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining("This is a GIF."),
  ]);
  expect((await upload("cake", "another")).status).toBe(403);
  expect(added).toEqual(["cake.jpg cake Ada", "cake.jpg gif Ada"]);
});
