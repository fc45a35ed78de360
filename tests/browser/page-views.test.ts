import type { Page, Request } from "playwright-core";
import { expect } from "vitest";
import { test } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { queryStack } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

const { site } = thisStack();

function pageViewsOf(page: Page): Request[] {
  const sent: Request[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/page-views")) sent.push(request);
  });
  return sent;
}

async function countOf(path: string): Promise<number> {
  const [row] = await queryStack(
    "select coalesce(sum(views), 0)::int as views from page_views where path = $1",
    [path],
  );
  return Number(row?.["views"]);
}

test("pages: each is counted once, without cookie, query or visitor", async ({ visit }) => {
  const page = await visit();
  const sent = pageViewsOf(page);
  const before = await countOf("/accessibility");
  await page.goto(`${site}/accessibility/?utm_source=ada@shop.example#top`);
  await page.getByRole("link", { name: "Cookie Policy" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Cookie Policy" }).waitFor();
  await eventually("both are sent", async () => sent.length === 2);
  expect(sent.map((request): unknown => request.postDataJSON())).toEqual([
    { path: "/accessibility", isVisit: true },
    { path: "/cookie-policy", isVisit: false },
  ]);
  for (const request of sent) {
    const headers = await request.allHeaders();
    expect(Object.keys(headers)).not.toContain("cookie");
    expect(JSON.stringify(headers)).not.toContain("utm_source");
  }
  await eventually("it is counted", async () => (await countOf("/accessibility")) === before + 1);
});
