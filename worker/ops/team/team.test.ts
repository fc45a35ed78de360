import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect } from "vitest";
import type { Db } from "#db/client.ts";
import { revokeOperator } from "#db/ops/grant-operator.ts";
import { users } from "#db/schema/accounts.ts";
import { subscriptions } from "#db/schema/billing.ts";
import { businesses, posts } from "#db/schema/content.ts";
import { operatorPhotos, operators } from "#db/schema/operators.ts";
import { PLAN } from "../../../tests/support/catalogue.ts";
import { test } from "../../../tests/support/database.ts";
import { openOpsConsole, OPS_ORIGIN } from "../../../tests/support/ops-client.ts";
import { seedOpsCustomer } from "../../../tests/support/ops-customer.ts";
import { proposePost } from "../../../tests/support/post-rows.ts";

const PROFILE: [string, string][] = [
  ["name", "Grace"],
  ["hours", "Monday to Friday, 9 am to 6 pm"],
  ["whatsapp", "+44 7700 900142"],
];

async function signIn(db: Db) {
  const opsConsole = openOpsConsole({ db });
  const { get, send, cookie, token } = await opsConsole.signIn();
  return {
    send,
    text: async (path: string) => (await get(path)).text(),
    sendPhoto: (bytes: Buffer) => {
      const body = new FormData();
      body.set("csrf", token);
      body.set("photo", new File([new Uint8Array(bytes)], "me.jpg"));
      const headers = { origin: OPS_ORIGIN, cookie };
      return opsConsole.request("/ops/team/photo", { method: "POST", body, headers });
    },
    managerId: async () => {
      await send("/ops/team/profile", PROFILE);
      const [operator] = await db.select().from(operators);
      return operator?.userId ?? "";
    },
  };
}

async function seedPlusCustomer(db: Db): Promise<string> {
  const { userId } = await seedOpsCustomer(db);
  await db.update(subscriptions).set({ priceId: PLAN.plus.priceId });
  return userId;
}

test("customer of a plan with an account manager: listed until one is assigned, and shown with them", async ({
  db,
  database,
}) => {
  const userId = await seedPlusCustomer(db);
  const { send, text, managerId } = await signIn(db);
  const url = `/ops/team/customers/${userId}`;
  expect(await text("/ops/team")).toContain(`href="${url}"`);
  const manager = await managerId();
  expect(await text("/ops/team")).toMatch(/Grace.*Monday to Friday.*\+447700900142/s);
  for (let time = 0; time < 2; time++) {
    const answer = await send(url, [["manager", manager]]);
    expect(answer.headers.get("location")).toBe(`/ops/customers/${userId}`);
  }
  expect(await text(`/ops/customers/${userId}`)).toContain(`<a href="${url}">Grace</a>`);
  expect(await text("/ops/team")).not.toContain(`href="${url}"`);
  const { rows } = await database.query(
    "select payload, actor from outbox_events where type = 'AccountManagerAssigned'",
  );
  expect(rows).toEqual([
    { payload: { userId, managerId: manager }, actor: { kind: "ops", name: "Ada" } },
  ]);
});

test("operator whose role is revoked, or taken at the admin API: their customers are listed again", async ({
  db,
}) => {
  const userId = await seedPlusCustomer(db);
  await proposePost(db, userId);
  const { send, managerId } = await signIn(db);
  const manager = await managerId();
  const url = `/ops/team/customers/${userId}`;
  await send(url, [["manager", manager]]);
  const viewer = await openOpsConsole({ db }).signIn();
  const team = async () => (await viewer.get("/ops/team")).text();
  expect(await team()).not.toContain(`href="${url}"`);
  await db.update(users).set({ appMetadata: {} }).where(eq(users.id, manager));
  expect(await team()).toContain(`href="${url}"`);
  await db
    .update(users)
    .set({ email: "grace@tidepost.example", appMetadata: { role: "ops" } })
    .where(eq(users.id, manager));
  await revokeOperator(db, { email: "grace@tidepost.example", at: "2026-11-21T09:00:00Z" });
  expect(await db.select().from(businesses)).toMatchObject([{ userId, accountManagerId: null }]);
  expect(await db.$count(posts)).toBe(1);
});

test("account manager who has no profile, or profile that is not complete: nothing is changed", async ({
  db,
}) => {
  const userId = await seedPlusCustomer(db);
  const { send } = await signIn(db);
  const answer = await send(`/ops/team/customers/${userId}`, [["manager", userId]]);
  expect(answer.status).toBe(422);
  expect(await db.$count(businesses)).toBe(0);
  const refused = await send("/ops/team/profile", [...PROFILE.slice(0, 2), ["whatsapp", "0800"]]);
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain('value="0800"');
  expect(await db.$count(operators)).toBe(0);
});

const picture = (format: "jpeg" | "gif") =>
  sharp({ create: { width: 300, height: 400, channels: 3, background: "#3a6ea5" } })
    .toFormat(format)
    .toBuffer();

test("photo: shown from a public address, a new one for each photo, until it is removed", async ({
  db,
}) => {
  const { send, sendPhoto, text, managerId } = await signIn(db);
  expect((await sendPhoto(await picture("jpeg"))).status).toBe(409);
  await managerId();
  const ids: string[] = [];
  for (let time = 0; time < 2; time++) {
    expect((await sendPhoto(await picture("jpeg"))).status).toBe(303);
    const [photo] = await db.select().from(operatorPhotos);
    ids.push(photo?.id ?? "");
    const address = `https://api.tidepost.example/photos/${photo?.id ?? ""}`;
    expect(await text("/ops/team")).toContain(`<img src="${address}" alt="Grace"`);
  }
  expect(new Set(ids).size).toBe(2);
  expect((await send("/ops/team/photo", [["do", "remove"]])).status).toBe(303);
  expect(await text("/ops/team")).not.toContain("/photos/");
});

test("photo that is no photo, damaged, missing or too large: refused, the one before stays", async ({
  db,
}) => {
  const { sendPhoto, managerId } = await signIn(db);
  await managerId();
  const photo = await picture("jpeg");
  await sendPhoto(photo);
  const before = await db.select().from(operatorPhotos);
  expect(before).toHaveLength(1);
  for (const [kind, bytes, status, why] of [
    ["a GIF", await picture("gif"), 422, "JPEG, PNG or WebP"],
    ["half of a photo", photo.subarray(0, photo.length / 2), 422, "couldn’t open"],
    ["no file", Buffer.alloc(0), 422, "Choose a photo."],
    ["more bytes than pictures have", Buffer.alloc(20_100_000), 413, "Too large"],
  ] as const) {
    const answer = await sendPhoto(Buffer.from(bytes));
    expect([answer.status, await answer.text()], kind).toEqual([
      status,
      expect.stringContaining(why),
    ]);
    expect(await db.select().from(operatorPhotos), kind).toEqual(before);
  }
});
