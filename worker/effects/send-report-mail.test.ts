import { expect, test } from "vitest";
import { createContentLinks } from "#db/content/content-link.ts";
import type { ReportRow } from "#db/content/find-reports.ts";
import { recordingMailer } from "../../tests/support/pipeline.ts";
import { testEvent } from "../../tests/support/test-event.ts";
import { effectDeps } from "../../tests/support/unreachable.ts";
import { sendReportMail } from "./content-mails.ts";

const USER_ID = "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11";
const REPORT_ID = "rep_01KAHX2J3V7W8R9T0A1B2C3D4E";
const EVENT = testEvent(
  "ReportPublished",
  { userId: USER_ID, subscriptionId: "sub_1", reportId: REPORT_ID, number: 1, revision: 1 },
  { actor: { kind: "ops", name: "Ada" } },
);
const USER = {
  email: "grace@navy.example",
  firstName: "Grace",
  accountManager: { name: "Ada", hours: "Monday to Friday", whatsApp: null, photo: null },
};
const POST_ID = "pst_01KAHX2J3V7W8R9T0A1B2C3D4E";
const MEDIA_ID = "med_01KAHX2J3V7W8R9T0A1B2C3D4E";
const REPORT: ReportRow = {
  number: 1,
  revision: 1,
  words: "More of these.",
  businessName: "Harbour & Finch",
  earlierFigures: [],
  publishedAt: "2026-11-21T09:00:00.000Z",
  accountManager: null,
  ownerEmail: null,
  posts: [
    {
      id: POST_ID,
      format: "post",
      text: "Fig rolls, warm from the oven.",
      texts: {},
      publishedOn: "2026-11-12",
      publications: [
        { platform: "instagram", url: "https://instagram.example/p/1" },
        { platform: "facebook", url: "https://facebook.example/p/1" },
      ],
      picture: {
        mediaId: MEDIA_ID,
        sha256: "0".repeat(64),
        alt: "A tray of fig rolls",
        type: "image/jpeg",
        width: 1_080,
        height: 1_350,
        hasPoster: false,
      },
    },
  ],
  fromDay: "2026-10-22",
  untilDay: "2026-11-20",
  figures: [
    {
      platform: "instagram",
      source: "Business Suite",
      days: 30,
      metrics: [{ metric: "reach", value: 12_400, previous: 9_920 }],
      best: { postId: POST_ID, metric: "reach", value: 3_204 },
    },
  ],
};
const contentLinks = createContentLinks("s".repeat(32));

test("published report: one mail, whose link has the token of that report, and the account manager", async () => {
  const { mailer, sent } = recordingMailer();
  await sendReportMail(
    effectDeps({
      mailer,
      contentLinks,
      findUserContact: () => Promise.resolve(USER as never),
      findPublishedReport: () => Promise.resolve(REPORT),
      pictureUrl: (...ids) => `https://api.tidepost.example/mail-pictures/${ids.join("/")}/key`,
    }),
  ).run(EVENT, "key");
  const [mail] = [...sent.values()];
  const token = contentLinks.token("report", REPORT_ID, USER.email);
  expect(mail?.text).toContain(`https://tidepost.example/reports#${REPORT_ID}.${token}`);
  expect(mail?.text).toMatch(/^People reached on Instagram: 12,400, up 25%\.\n/);
  expect(mail?.text).toMatch(
    /Best post: 3,204 people reached on Instagram.*Thursday 12 November · Instagram\n> Fig rolls.*Picture: A tray of fig rolls/s,
  );
  expect(mail?.html).toContain(`/mail-pictures/${REPORT_ID}/${MEDIA_ID}/key"`);
  expect(mail?.text).toContain("Your account manager is Ada: Monday to Friday.");
});

test.for([
  ["account", null, REPORT],
  ["business", USER, null],
] as const)("report whose %s was erased meanwhile: no mail", async ([, user, report]) => {
  const { mailer, sent } = recordingMailer();
  const result = await sendReportMail(
    effectDeps({
      mailer,
      findUserContact: () => Promise.resolve(user as never),
      findPublishedReport: () => Promise.resolve(report),
    }),
  ).run(EVENT, "key");
  expect(result.facts).toEqual({ outcome: "skipped", reason: "erased" });
  expect(sent.size).toBe(0);
});
