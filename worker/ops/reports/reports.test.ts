import { expect } from "vitest";
import type { Db } from "#db/client.ts";
import { postDecisions, postPublications } from "#db/schema/content.ts";
import { reports } from "#db/schema/reports.ts";
import { insertAccountRow } from "../../../tests/support/customer-rows.ts";
import { test as base } from "../../../tests/support/database.ts";
import { OPS_ORIGIN, openOpsConsole } from "../../../tests/support/ops-client.ts";
import { seedOpsCustomer } from "../../../tests/support/ops-customer.ts";
import { hashesOf, proposePost } from "../../../tests/support/post-rows.ts";

const test = base.extend<{ userId: string }>({
  userId: async ({ db }, use) => {
    await use((await seedOpsCustomer(db)).userId);
  },
});

const seen = (revision: number, saves: number): [string, string][] => [
  ["revision", String(revision)],
  ["saves", String(saves)],
];
const FIGURES: [string, string][] = [
  ["words", "Fig rolls did <well>."],
  ["instagram.views.now", "12,400"],
  ["instagram.views.before", "9920"],
  ["instagram.followers.now", "-3"],
  ["instagram.source", "Business Suite export, 3 December"],
  ["instagram.days", "28"],
];

test("report: due, saved, previewed, published once, corrected", async ({
  db,
  database,
  userId,
}) => {
  const { get, send } = await openOpsConsole({ db }).signIn();
  const path = `/ops/reports/${userId}/1`;
  expect(await (await get("/ops/reports")).text()).toContain(path);
  await database.query("update users set created_at = '2026-10-25T10:00:00Z'");
  expect(await (await get("/ops/reports")).text()).toMatch(
    new RegExp(`href="${path}".*To write`, "s"),
  );
  expect(await (await get(path)).text()).toMatch(
    /25 October to 23 November 2026.*Nothing went live/s,
  );

  const publish = async (fields: [string, string][]) => {
    const { headers } = await send(`${path}/save`, [...fields, ["do", "publish"]]);
    return headers.get("location");
  };
  const saved = await send(`${path}/save`, [...seen(1, 0), ...FIGURES]);
  expect(saved.headers.get("location")).toBe(`${path}?notice=saved`);
  const preview = await (await get(path)).text();
  expect(preview).toMatch(/Preview.*Fig rolls did &lt;well&gt;\..*12,400.*9,920.*up 25%.*−3/s);
  expect(preview).toContain('name="saves" value="1"');

  const late = await send(`${path}/save`, [...seen(1, 0), ["words", "Mine."]]);
  expect(late.status).toBe(409);
  expect(await late.text()).toMatch(/Someone else saved.*Mine\./s);

  const other = FIGURES.map(([name, text]): [string, string] => [
    name,
    text.replace("Fig", "Plum"),
  ]);
  expect(await publish([...seen(1, 1), ...other])).toBe(`${path}?notice=changed`);
  expect(await (await get(path)).text()).toMatch(/Preview.*Plum rolls/s);
  await send(`${path}/save`, [...seen(1, 2), ...FIGURES]);
  expect(await publish([...seen(1, 3), ...FIGURES])).toBe(`${path}?notice=early`);
  const agreed: [string, string][] = [...seen(1, 3), ...FIGURES, ["early", "yes"]];
  for (const notice of ["published", "nothing_to_do"]) {
    expect(await publish(agreed)).toBe(`${path}?notice=${notice}`);
  }
  expect(await (await get("/ops/reports")).text()).toMatch(
    new RegExp(`href="${path}".*Published`, "s"),
  );
  const { rows } = await database.query(
    "select payload from outbox_events where type = 'ReportPublished'",
  );
  const [report] = await db.select().from(reports);
  const facts = { userId, subscriptionId: "sub_1", reportId: report?.id, number: 1, revision: 1 };
  expect(rows).toEqual([{ payload: facts }]);

  expect(await (await get(path)).text()).not.toContain("Save and preview");
  expect(await (await get(`${path}?correct=1`)).text()).toContain('name="revision" value="2"');
  await send(`${path}/save`, [...seen(2, 0), ...FIGURES]);
  expect(await publish([...seen(2, 1), ...FIGURES, ["early", "yes"]])).toBe(
    `${path}?notice=published`,
  );
  expect(await db.select().from(reports)).toHaveLength(2);
});

/** Went live in the period of the first report. @returns its id */
async function livePost(db: Db, userId: string): Promise<string> {
  const postId = await proposePost(db, userId);
  const { 1: contentHash = "" } = await hashesOf(db, postId);
  const version = { postId, version: 1, contentHash };
  const at = "2026-11-12T18:00:00.000Z";
  await db.insert(postDecisions).values({ ...version, decision: "approved", decidedAt: at });
  await db.insert(postPublications).values({
    ...version,
    platform: "instagram",
    url: "https://www.instagram.com/p/Fig/",
    publishedAt: at,
    publishedBy: "Ada",
  });
  return postId;
}

const best = (post: string, value = "3,204", metric = "reach"): [string, string][] => [
  ["best.post", post],
  ["best.metric", metric],
  ["best.value", value],
];

test("best post: named with its figure, or found in an export; previewed and kept", async ({
  db,
  userId,
}) => {
  const postId = await livePost(db, userId);
  const { get, send } = await openOpsConsole({ db }).signIn();
  const path = `/ops/reports/${userId}/1`;
  expect(await (await get(path)).text()).toContain(`<option value="instagram ${postId}">`);
  const fields = [...FIGURES, ...best(`instagram ${postId}`)];
  await send(`${path}/save`, [...seen(1, 0), ...fields]);
  const html = await (await get(path)).text();
  expect(html).toMatch(/Preview.*Best post: 3,204 people reached on Instagram.*Fig rolls/s);
  expect(html).toContain(`<option value="instagram ${postId}" selected="">`);
  const [saved] = await db.select().from(reports);
  expect(saved?.figures).toMatchObject([
    { platform: "instagram", best: { postId, metric: "reach", value: 3_204 } },
  ]);

  const posts = "Permalink,Views\nhttps://instagram.com/p/Other,900\n";
  const csv = Buffer.from(`${posts}https://instagram.com/p/Fig/?igsh=1,812\n`);
  expect(await addUp(db, userId, "instagram", csv)).toMatch(
    new RegExp(`value="instagram ${postId}" selected.*name="best.value" value="812"`, "s"),
  );
});

test("best post of nobody, of another platform or without a number: refused, what was typed stays", async ({
  db,
  userId,
}) => {
  const postId = await livePost(db, userId);
  const foreign = await livePost(
    db,
    await insertAccountRow(db, { email: "ada@shop.example", isProven: true }),
  );
  const { send } = await openOpsConsole({ db }).signIn();
  for (const [fields, message] of [
    [best(`instagram ${foreign}`), "choose one that went live in these days"],
    [best(`facebook ${postId}`), "choose one that went live in these days"],
    [best(""), "choose one that went live in these days"],
    [best(`instagram ${postId}`, "many"), "type a whole number"],
    [best(`instagram ${postId}`, "-4"), "type a whole number"],
    [best(`instagram ${postId}`, "4", "impressions"), "choose a figure that Instagram has"],
    [best(`instagram ${postId}`, "4", "followers"), "choose a figure that Instagram has"],
  ] as const) {
    const form = [...seen(1, 0), ...FIGURES, ...fields];
    const response = await send(`/ops/reports/${userId}/1/save`, form);
    expect(response.status, message).toBe(422);
    expect(await response.text()).toContain(`Best post: ${message}`);
  }
  const alone = await send(`/ops/reports/${userId}/1/save`, [
    ...seen(1, 0),
    ["words", "More."],
    ...best(`instagram ${postId}`),
  ]);
  expect([alone.status, await alone.text()]).toEqual([
    422,
    expect.stringContaining("Best post: type a figure of Instagram too."),
  ]);
  expect(await db.select().from(reports)).toEqual([]);
});

const WITH_ERRORS = [
  [
    "a figure that is no number",
    [["instagram.views.now", "many"]],
    "Instagram, views: type a whole number.",
  ],
  [
    "a part of a view, which is not 45",
    [
      ["instagram.views.now", "4,5"],
      ["instagram.source", "Business Suite"],
    ],
    "Instagram, views: type a whole number.",
  ],
  [
    "fewer than no views",
    [
      ["x.impressions.now", "-1"],
      ["x.source", "X"],
    ],
    "X, impressions: type a whole number.",
  ],
  [
    "figures without a source",
    [["instagram.views.now", "1"]],
    "Instagram: say where the figures come from.",
  ],
  [
    "days before alone",
    [["facebook.views.before", "7"]],
    "Facebook: type a figure for these days too, or clear the one before.",
  ],
  [
    "40 days",
    [
      ["x.link_clicks.now", "1"],
      ["x.source", "X"],
      ["x.days", "40"],
    ],
    "X: days are 1 to 31.",
  ],
  ["words over their limit", [["words", "w".repeat(1_001)]], "at most 1000 characters"],
] as const;

test("form with an error: refused, what was typed stays", async ({ db, userId }) => {
  const { send } = await openOpsConsole({ db }).signIn();
  for (const [kind, fields, message] of WITH_ERRORS) {
    const form: [string, string][] = [
      ...seen(1, 0),
      ...fields.map(([name, text]): [string, string] => [name, text]),
    ];
    const response = await send(`/ops/reports/${userId}/1/save`, form);
    expect(response.status, kind).toBe(422);
    const html = await response.text();
    expect(html, kind).toContain(message);
    expect(html, kind).toContain(fields[0][1]);
  }
  expect(await db.select().from(reports)).toEqual([]);
});

/** @returns the form, with the sums of the file */
async function addUp(db: Db, userId: string, platform: string, csv: Buffer): Promise<string> {
  const { cookie, token } = await openOpsConsole({ db }).signIn();
  const body = new FormData();
  const fields = {
    csrf: token,
    do: "read",
    export_platform: platform,
    words: "Kept.",
    revision: "1",
    saves: "0",
  };
  for (const [name, text] of Object.entries(fields)) body.append(name, text);
  body.append("export", new File([new Uint8Array(csv)], "export.csv"));
  const headers = { origin: OPS_ORIGIN, cookie };
  const { request } = openOpsConsole({ db });
  const path = `/ops/reports/${userId}/1/save`;
  return (await request(path, { method: "POST", headers, body })).text();
}

const clicks = (rows: string) => `\uFEFFsep=,\r\n"Link clicks"\r\nDate,Primary\r\n${rows}\r\n`;

test.for([
  [
    "in UTF-16",
    Buffer.from(clicks('1,"1,200"\r\n2,34'), "utf16le"),
    /Facebook: 2 rows added up.*Columns not used: Date\..*name="facebook\.link_clicks\.now" value="1234"/s,
  ],
  [
    "with a number of another country",
    Buffer.from(clicks("1,12.400\r\n2,34")),
    /Left blank.*Primary: 12\.400\..*name="facebook\.link_clicks\.now" value=""/s,
  ],
  ["that is a workbook", Buffer.from("PK\u0003\u0004"), /Save it as CSV UTF-8 first\./],
  [
    "with an open quotation mark",
    Buffer.from(clicks('1,"2')),
    /Row 3 of the file has quotation marks/,
  ],
] as const)(
  "export %s: added up into the form or not, nothing is saved",
  async ([, csv, said], { db, userId }) => {
    const html = await addUp(db, userId, "facebook", csv);
    expect(html).toMatch(said);
    expect(html).toContain("Kept.");
    expect(await db.select().from(reports)).toEqual([]);
  },
);

test("report of nobody, of a later period, or of no number: not found", async ({ db, userId }) => {
  const { get } = await openOpsConsole({ db }).signIn();
  const other = userId.replace(/^./, userId.startsWith("f") ? "e" : "f");
  for (const path of [`${userId}/2`, `${userId}/0`, `${userId}/x`, "cus_1/1", `${other}/1`]) {
    expect((await get(`/ops/reports/${path}`)).status).toBe(404);
  }
});
