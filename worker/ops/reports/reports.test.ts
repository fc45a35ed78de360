import { expect } from "vitest";
import { reports } from "#db/schema/reports.ts";
import { test as base } from "../../../tests/support/database.ts";
import { OPS_ORIGIN, openOpsConsole } from "../../../tests/support/ops-client.ts";
import { seedOpsCustomer } from "../../../tests/support/ops-customer.ts";

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
    const { cookie, token } = await openOpsConsole({ db }).signIn();
    const body = new FormData();
    const fields = {
      csrf: token,
      do: "read",
      export_platform: "facebook",
      words: "Kept.",
      revision: "1",
      saves: "0",
    };
    for (const [name, text] of Object.entries(fields)) body.append(name, text);
    body.append("export", new File([csv], "clicks.csv"));
    const headers = { origin: OPS_ORIGIN, cookie };
    const { request } = openOpsConsole({ db });
    const response = await request(`/ops/reports/${userId}/1/save`, {
      method: "POST",
      headers,
      body,
    });
    const html = await response.text();
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
