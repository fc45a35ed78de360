import sharp from "sharp";
import { expectToFit, restoreSession, saveScreenshots, test } from "../support/browser.ts";
import { PLAN } from "../support/catalogue.ts";
import { seedSubscriber } from "../support/customer-builder.ts";
import { eventually } from "../support/eventually.ts";
import { signInToOps } from "../support/operator.ts";
import { thisStack } from "../support/this-stack.ts";

const { site, ops } = thisStack();
const portrait = () =>
  sharp({ create: { width: 600, height: 900, channels: 3, background: "#b5651d" } })
    .png()
    .toBuffer();
const NAME = "Wilhelmina Featherstonehaugh-Cholmondeley of Kirkby";

test("account manager: saves a profile and a photo, is assigned, and the customer's dashboard shows them", async ({
  visit,
}) => {
  const ada = await seedSubscriber(PLAN.plus);
  const operator = await visit({ viewport: { width: 390, height: 844 } });
  await signInToOps(operator, { own: true });
  await operator.goto(`${ops}/team`);
  await operator.getByLabel("Name").fill(NAME);
  await operator.getByLabel("Hours").fill("Monday to Thursday, 8 am to 4 pm");
  await operator.getByLabel("WhatsApp number").fill("+44 7700 900142");
  await operator.getByRole("button", { name: "Save" }).click();
  await operator.getByText("Saved: your customers see it.").waitFor();
  await saveScreenshots(operator, "team");
  await operator
    .getByLabel("A JPEG, PNG or WebP")
    .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: await portrait() });
  await operator.getByRole("button", { name: "Save the photo" }).click();
  await operator.getByRole("button", { name: "Remove the photo" }).waitFor();
  await expectToFit(operator);
  await saveScreenshots(operator, "team-photo");
  await operator.goto(`${ops}/customers/${ada.userId}`);
  await operator.getByRole("link", { name: "nobody" }).click();
  await operator.getByLabel("Who looks after this customer").selectOption({ label: `${NAME} (0)` });
  await saveScreenshots(operator, "team-assign");
  await operator.getByRole("button", { name: "Save" }).click();
  await operator.getByRole("link", { name: NAME }).waitFor();
  await expectToFit(operator);

  const page = await visit({ viewport: { width: 390, height: 844 } });
  await restoreSession(page, ada.session);
  await page.goto(`${site}/dashboard`);
  const card = page.getByRole("region", { name: "Account Manager" });
  await card.getByText(NAME).waitFor();
  await card.getByText("Monday to Thursday, 8 am to 4 pm").waitFor();
  await eventually("the photo is drawn", () =>
    card
      .getByRole("img", { name: NAME })
      .evaluate((photo: HTMLImageElement) => photo.naturalWidth === 240),
  );
  await expectToFit(page);
  await saveScreenshots(page, "manager-dashboard");
});
