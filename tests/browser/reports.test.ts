import { expect } from "vitest";
import { REPORT_MESSAGES } from "#contracts/messages/reports.ts";
import { expectToFit, saveScreenshots, test } from "../support/browser.ts";
import { PLAN } from "../support/catalogue.ts";
import { seedSubscriber, signInOnPage } from "../support/customer-builder.ts";
import { eventually } from "../support/eventually.ts";
import { signInToOps } from "../support/operator.ts";
import { mailsAbout } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

const { site, ops } = thisStack();
const PHONE = { viewport: { width: 390, height: 844 } };
const DESK = { viewport: { width: 1440, height: 900 } };
const LONG_WORD = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch".repeat(2);
const CSV = "Date,Impressions,Link clicks\n1 December,400,5\n2 December,600,7\n";

test("report: written, published, opened from the email, printed, opened from the dashboard", async ({
  visit,
  expectComplaint,
}) => {
  expectComplaint(/status of 404/);
  const ada = await seedSubscriber(PLAN.starter);
  const operator = await visit(DESK);
  await signInToOps(operator);
  await operator.goto(`${ops}/reports/${ada.userId}/1`);
  await operator.getByLabel("Two sentences").fill(`More people saw your fig rolls. ${LONG_WORD}`);
  await operator.locator("summary", { hasText: "Instagram" }).click();
  await operator.getByLabel("Instagram, Views, these days").fill("12,400");
  await operator.getByLabel("Instagram, Views, days before").fill("9920");
  await operator.getByLabel("Source of Instagram").fill("Business Suite export, 3 December");
  await operator.getByLabel("Platform").selectOption("x");
  const file = { name: "x.csv", mimeType: "text/csv", buffer: Buffer.from(CSV) };
  await operator.getByLabel("CSV file").setInputFiles(file);
  await operator.getByRole("button", { name: "Add up" }).click();
  await operator.getByText("X: 2 rows added up.").waitFor();
  await operator.getByLabel("Source of X").fill("Export of X, 3 December");
  await saveScreenshots(operator, "ops-report-form");
  await operator.getByRole("button", { name: "Save and preview" }).click();
  await operator.getByText("Saved. Only the team sees it.").waitFor();
  await expectToFit(operator);
  await saveScreenshots(operator, "ops-report-preview");
  await operator.getByLabel("Publish before its last day has ended").check();
  await operator.getByRole("button", { name: "Publish" }).click();
  await operator.getByText("Published. The customer gets an email").waitFor();

  const mail = await eventually("the email", async () => {
    const mails = await mailsAbout(ada.email);
    return mails.find(({ subject }) => subject.startsWith("Your report is ready: ")) ?? false;
  });
  const [link = ""] = /\S+\/reports#\S+/.exec(mail.text) ?? [];
  const page = await visit(PHONE);
  await page.goto(link);
  await page.getByText("More people saw your fig rolls.").waitFor();
  expect(page.url()).toBe(`${site}/reports`);
  await page.reload();
  const row = page.getByRole("row", { name: /^Views/ });
  await row.waitFor();
  expect(await row.getByRole("cell").allTextContents()).toEqual(["12,400", "9,920", "up 25%"]);
  const impressions = page.getByRole("row", { name: /^Impressions/ });
  expect(await impressions.getByRole("cell").allTextContents()).toEqual(["1,000", "–", ""]);
  await expectToFit(page);
  await saveScreenshots(page, "report");

  await page.emulateMedia({ media: "print" });
  await page.getByRole("button", { name: "Print" }).waitFor({ state: "hidden" });
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  // A4 in points.
  expect(pdf).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);
  expect(pdf.match(/\/Type \/Page\b/g), "pages on paper, and no blank one").toHaveLength(2);

  await page.emulateMedia({ media: "screen" });
  await page.goto("about:blank");
  await page.goto(`${link.slice(0, -4)}aaaa`);
  await page.getByText(REPORT_MESSAGES.linkExpired).waitFor();
  await saveScreenshots(page, "report-expired");

  await page.setViewportSize(DESK.viewport);
  await signInOnPage(page, ada);
  await page.getByRole("link", { name: "Open your last report" }).click();
  await page.getByText("More people saw your fig rolls.").waitFor();
  await saveScreenshots(page, "report-own");
  await page.goto(link);
  await page.getByRole("heading", { name: "Your report.", exact: true }).waitFor();
  await page.getByRole("banner").getByRole("link", { name: "Reports" }).click();
  await page.getByRole("heading", { name: "Your reports.", exact: true }).waitFor();
});
