import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { COMMENT_MESSAGES } from "#contracts/messages/comments.ts";
import { expectToFit, restoreSession, saveScreenshots, test } from "../support/browser.ts";
import { signedInTestCustomer } from "../support/customer-builder.ts";
import { signInToOps } from "../support/operator.ts";
import { answerCalls, tabTo } from "../support/page-actions.ts";
import { newId } from "../support/pipeline.ts";
import { queryStack } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

const { site, ops } = thisStack();
const PATH = "functions/v1/posts/*/comments";

async function seedPost(userId: string): Promise<string> {
  const postId = newId("post");
  await queryStack(
    `with own as (
       insert into businesses (id, user_id, created_at) values ($1, $2, now()) returning id
     ), post as (
       insert into posts (id, business_id, version, created_at) select $3, id, 1, now() from own
     )
     insert into post_versions (
       post_id, version, text, platforms, planned_on, planned_time, content_hash, proposed_at, proposed_by
     ) values ($3, 1, 'Fig rolls, warm from the oven.', '{instagram}', current_date + 2, '18:00', $4, now(), 'Ada')`,
    [newId("business"), userId, postId, randomUUID().replaceAll("-", "").repeat(2)],
  );
  return postId;
}

test("comments: the customer asks, again after a failure, the operator answers, the customer reads it", async ({
  visit,
  expectComplaint,
}) => {
  const { session, userId } = await signedInTestCustomer();
  const postId = await seedPost(userId);
  const page = await visit({ viewport: { width: 390, height: 844 } });
  expectComplaint(/status of 503/);
  await restoreSession(page, session);
  await page.goto(`${site}/calendar`);
  await tabTo(page, page.getByText(/^Write a comment/));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByLabel("Your comment"));
  await page.keyboard.type("Could the dog be in it?");
  await answerCalls(page, PATH, 503, { code: "unavailable" });
  await tabTo(page, page.getByRole("button", { name: /^Send comment/ }));
  await page.keyboard.press("Enter");
  await page.getByText(COMMENT_MESSAGES.commentFailed).and(page.locator(":focus")).waitFor();
  await saveScreenshots(page, "comments-failed");
  await page.unrouteAll();
  await page.getByRole("button", { name: /^Send comment/ }).click();
  await page.getByText(COMMENT_MESSAGES.commented).waitFor();
  await page.getByText(/^Comments \(1\)/).waitFor();
  await page.getByText("Could the dog be in it?").waitFor();

  const operator = await visit({ viewport: { width: 390, height: 844 } });
  await signInToOps(operator);
  await operator.goto(`${ops}/content/posts/${postId}`);
  await operator.getByText("Could the dog be in it?").waitFor();
  const answer = operator.getByRole("form", { name: "Comment on the post" }).getByRole("textbox");
  const words = `Of course. ${"Llanfair".repeat(12)}`;
  await answer.fill(words);
  await operator.getByRole("link", { name: /^Posts for/ }).click();
  await operator.getByRole("heading", { name: /^Drafts/ }).waitFor();
  await operator.goBack();
  expect(await answer.inputValue()).toBe(words);
  await operator.getByRole("button", { name: "Send" }).click();
  await operator.getByText("Sent.", { exact: true }).waitFor();
  await expectToFit(operator);
  await saveScreenshots(operator, "comments-ops");

  await queryStack(
    `insert into post_comments (id, post_id, version, author, text, client_key, written_at)
     select 'cmt_' || lpad(n::text, 26, '0'), $1, 1, 'user', 'Note ' || n, gen_random_uuid(), now() - interval '1 hour'
     from generate_series(1, 60) as n`,
    [postId],
  );
  await page.reload();
  await page.getByText(/^Comments \(62\)/).click();
  const lines = page.locator("li[data-author]");
  await lines.nth(49).waitFor();
  expect(await lines.count()).toBe(50);
  await page.getByRole("button", { name: /^Earlier comments/ }).click();
  await page.getByText("Note 1", { exact: true }).waitFor();
  await page.locator("ol:focus").waitFor();
  expect(await lines.count()).toBe(62);
  await saveScreenshots(page, "comments-earlier");
  await page.getByLabel("Your comment").fill("One more.");
  await page.getByRole("button", { name: /^Send comment/ }).click();
  await page.getByText(/^Comments \(63\)/).waitFor();
  await page.getByText(/^Of course\./).waitFor();
  await expectToFit(page);
  await saveScreenshots(page, "comments-answered");
});
