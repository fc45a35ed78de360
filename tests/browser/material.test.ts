import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect } from "vitest";
import { PART_BYTES } from "#contracts/content/media.ts";
import { BRIEF_MESSAGES } from "#contracts/messages/brief.ts";
import { MATERIAL_MESSAGES } from "#contracts/messages/material.ts";
import {
  ERROR_RESPONSES,
  expectToFit,
  restoreSession,
  saveScreenshots,
  test,
} from "../support/browser.ts";
import { PLAN } from "../support/catalogue.ts";
import { seedSubscriber } from "../support/customer-builder.ts";
import { eventually } from "../support/eventually.ts";
import { signInToOps } from "../support/operator.ts";
import { proposePost } from "../support/post-rows.ts";
import { makeScratchDir } from "../support/scratch-dir.ts";
import { queryStack, stackDb } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

const { site, ops } = thisStack();
const files = makeScratchDir("material");
const REEL = new URL("../stack/demo/reel.mp4", import.meta.url);
const LONG_NAME = `${"Shop-window-in-December-".repeat(5)}final.jpg`;

const write = (name: string, bytes: Buffer) => {
  const path = join(files, name);
  writeFileSync(path, bytes);
  return path;
};
const choose = (page: Page, ...paths: string[]) =>
  page.locator("input[name=files]").setInputFiles(paths);
const item = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

test("files: uploaded with progress, a wrong one refused, a stopped one carried on after a reload", async ({
  visit,
  expectComplaint,
}) => {
  expectComplaint(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  const photo = {
    create: { width: 900, height: 600, channels: 3, background: "#3a6ea5" },
  } as const;
  const picture = write(LONG_NAME, await sharp(photo).jpeg().toBuffer());
  const htmlFile = write("menu.jpg", Buffer.from("<!doctype html><title>Menu</title>"));
  const guide = write(
    "guide.pdf",
    Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(PART_BYTES, "a"), Buffer.from("%%EOF")]),
  );
  const ada = await seedSubscriber(PLAN.starter);
  const page = await visit({ viewport: { width: 390, height: 900 } });
  await restoreSession(page, ada.session);
  await page.goto(`${site}/brief`);
  await page.locator("summary", { hasText: "Tell us more" }).click();
  await page.getByRole("button", { name: "Choose files" }).waitFor();

  await choose(page, picture, htmlFile);
  await item(page, "menu.jpg").getByText(MATERIAL_MESSAGES.unsupported.other).waitFor();
  const shown = item(page, LONG_NAME).locator("img");
  await shown.waitFor();
  await eventually("the small copy is drawn", () =>
    shown.evaluate((image: HTMLImageElement) => image.naturalWidth === 320),
  );

  await page.route("**/parts/2?*", (route) => route.abort());
  await choose(page, guide);
  await item(page, "guide.pdf").getByText(MATERIAL_MESSAGES.waiting).waitFor();
  const progress = page.getByRole("progressbar", { name: "Upload of guide.pdf" });
  await eventually("the first part has left", () =>
    progress.evaluate((bar: HTMLProgressElement, part) => bar.value === part, PART_BYTES),
  );
  await expectToFit(page);
  await saveScreenshots(page, "material");
  await eventually("the first part is stored", async () => {
    const stored = await queryStack("select part from upload_parts");
    return stored.length === 1;
  });
  await page.reload();
  await item(page, "guide.pdf").getByText(MATERIAL_MESSAGES.unfinished).waitFor();
  await page.unroute("**/parts/2?*");
  const sent: string[] = [];
  page.on("request", (request) => {
    const [, part] = /\/parts\/(\d+)/.exec(request.url()) ?? [];
    if (part !== undefined && request.method() === "PUT") sent.push(part);
  });
  await choose(page, guide);
  await item(page, "guide.pdf").getByRole("link").waitFor();
  expect(sent).toEqual(["2"]);

  const remove = item(page, LONG_NAME).getByRole("button", { name: /^Remove/ });
  await remove.focus();
  await page.keyboard.press("Enter");
  await page.getByText(MATERIAL_MESSAGES.removed(LONG_NAME)).waitFor();
  expect(await item(page, LONG_NAME).count()).toBe(0);
  await page.getByRole("list", { name: "Your files" }).and(page.locator(":focus")).waitFor();

  await queryStack("update subscriptions set status = 'canceled' where customer_id = $1", [
    ada.customerId,
  ]);
  await page.reload();
  await page.getByText(BRIEF_MESSAGES.noSubscription).waitFor();
  await item(page, "guide.pdf").getByRole("link").waitFor();
  await saveScreenshots(page, "material-past");
});

test("picture of a post: added by an operator, seen where the customer approves", async ({
  visit,
}) => {
  const ada = await seedSubscriber(PLAN.starter);
  const photo = {
    create: { width: 1200, height: 1500, channels: 3, background: "#3a6ea5" },
  } as const;
  const picture = write("cake.jpg", await sharp(photo).jpeg().toBuffer());
  const operator = await visit({ viewport: { width: 1440, height: 900 } });
  await signInToOps(operator);
  const plannedOn = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const postId = await proposePost(stackDb(), ada.userId, { plannedOn });
  await operator.goto(`${ops}/content/posts/${postId}`);
  await operator.getByLabel("Add files").setInputFiles(picture);
  await operator.getByLabel(/^Place/).waitFor();
  await operator.getByRole("button", { name: "Save and look" }).click();
  await operator.getByText("Say what each picture shows").waitFor();
  await operator.goto(`${ops}/content/posts/${postId}`);
  await operator.getByLabel("What it shows").fill("Fig rolls on a blue plate");
  await operator.getByRole("button", { name: "Save and look" }).click();
  await operator.getByRole("button", { name: "Propose 1 post" }).click();
  await operator.getByText("Proposed. The customer gets one email.").waitFor();
  await operator.goto(`${ops}/content/posts/${postId}`);
  const proposed = operator.getByRole("img", { name: "Fig rolls on a blue plate" });
  await eventually("the operator sees it", () => proposed.evaluate(isDrawn));
  await expectToFit(operator);
  await saveScreenshots(operator, "ops-post");

  const page = await visit({ viewport: { width: 390, height: 900 } });
  await restoreSession(page, ada.session);
  await page.goto(`${site}/calendar`);
  const shown = page.getByRole("img", { name: "Fig rolls on a blue plate" });
  await shown.waitFor();
  const box = await shown.boundingBox();
  expect((box?.height ?? 0) / (box?.width ?? 1)).toBeCloseTo(1.25, 1);
  await eventually("the customer sees it", () => shown.evaluate(isDrawn));
  expect(await shown.boundingBox()).toEqual(box);
  await expectToFit(page);
  await saveScreenshots(page, "calendar-picture");
});

test("files dropped on a month: by row and day in their names, the rest in order; a film shows its first frame, and a text file is refused; kept once saved, and asked about before", async ({
  visit,
  expectComplaint,
}) => {
  expectComplaint(ERROR_RESPONSES);
  const ada = await seedSubscriber(PLAN.starter);
  const operator = await visit({ viewport: { width: 1440, height: 900 } });
  await signInToOps(operator);
  await operator.goto(`${ops}/content/${ada.userId}`);
  const days = [3, 4, 5].map((day) =>
    new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10),
  );
  const pasted = days.map((day) => `${day}\t18:00\tfacebook\tPost of ${day}`);
  await operator
    .getByLabel("Paste a month")
    .fill(["date\ttime\tplatforms\ttext", ...pasted].join("\n"));
  await operator.getByRole("button", { name: "Add as drafts" }).click();
  await operator.getByText("Added as drafts.").waitFor();
  await operator.getByText(/^Drop files anywhere/).waitFor();

  const jpeg = async (background: string) => {
    const create = { width: 1200, height: 1500, channels: 3, background } as const;
    return [...(await sharp({ create }).jpeg().toBuffer())];
  };
  const dropped = [
    { name: `${days[2]}-figs.jpg`, type: "image/jpeg", bytes: await jpeg("#3a6ea5") },
    { name: "row-1.jpg", type: "image/jpeg", bytes: await jpeg("#a53a3a") },
    { name: "plums.jpg", type: "image/jpeg", bytes: await jpeg("#3aa56e") },
    { name: "row-1.mp4", type: "video/mp4", bytes: [...readFileSync(REEL)] },
    { name: "row-3 notes.txt", type: "text/plain", bytes: [...Buffer.from("Notes")] },
  ];
  await operator.evaluate((list) => {
    const dataTransfer = new DataTransfer();
    for (const { name, type, bytes } of list) {
      dataTransfer.items.add(new File([new Uint8Array(bytes)], name, { type }));
    }
    document.dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
  }, dropped);
  const row = (day: string | undefined) =>
    operator.locator("[data-draft]").filter({ hasText: `Post of ${day}` });
  const pictures = () =>
    Promise.all(days.map((day) => row(day).locator(".draft-file img").count()));
  await expect.poll(pictures, { timeout: 30_000 }).toEqual([2, 1, 1]);
  await row(days[2]).locator(".field-error").waitFor();
  await row(days[2]).getByLabel("What it shows").fill("Figs");
  const [first] = days;
  await row(first).getByLabel("X", { exact: true }).check();
  await row(first).locator("textarea[name$='.text']").fill("a".repeat(281));
  const tooLong = row(first).getByText("X takes 280 characters: the text has 281");
  await tooLong.waitFor();
  await row(first).locator("textarea[name$='.text']").fill(`Post of ${first}`);
  expect(await tooLong.count()).toBe(0);
  const asked: string[] = [];
  operator.once("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await operator.getByRole("link", { name: "Files", exact: true }).click({ noWaitAfter: true });
  await expect.poll(() => asked).toEqual(["beforeunload"]);
  await saveScreenshots(operator, "ops-dropped");
  await operator.getByRole("button", { name: "Save", exact: true }).click();
  await operator.getByText("Saved. The customer sees none of it.").waitFor();
  expect(await pictures()).toEqual([2, 1, 1]);
  expect(await row(days[2]).getByLabel("What it shows").inputValue()).toBe("Figs");
});

/** Runs in the page. */
function isDrawn(image: Element): boolean {
  return image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0;
}
