import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { DECIDABLE_AFTER_MS } from "#contracts/content/posts.ts";
import { REVIEW_MESSAGES } from "#contracts/messages/review.ts";
import { approvalLinks } from "#db/schema/approval-links.ts";
import { postDecisions } from "#db/schema/content.ts";
import { outboxEvents } from "#db/schema/events.ts";
import {
  addApproverRow,
  mailedToken,
  openLinks,
  proposalOf,
} from "../../tests/support/approval-links.ts";
import { API, test as base } from "../../tests/support/auth-service.ts";
import { insertAccountRow } from "../../tests/support/customer-rows.ts";
import { changeTo, hashesOf, proposePost } from "../../tests/support/post-rows.ts";

const NOW = "2026-11-25T12:00:00.000Z";
const BROWSER = { accept: "text/html,application/xhtml+xml" };

type Page = { status: number; html: string; headers: Headers };
type Link = {
  userId: string;
  postIds: readonly string[];
  /** As the page's forms name the posts. */
  seen: readonly string[];
  token: string;
  approverToken: string;
  open: (token?: string, method?: "GET" | "HEAD") => Promise<Page>;
  press: (decision: string, seen: readonly string[], further?: object) => Promise<Page>;
};

const test = base.extend<{ link: Link }>({
  link: async ({ auth, db }, use) => {
    auth.clock.now = new Date(NOW);
    const email = `${randomUUID()}@shop.example`;
    const userId = await insertAccountRow(db, { email, isProven: true });
    const postIds = [
      await proposePost(db, userId, { text: "Warm <b>figs</b> & rolls." }),
      await proposePost(db, userId, { text: "Closed on Monday.", plannedOn: "2026-12-01" }),
    ];
    await addApproverRow(db, userId, "Sam");
    await openLinks(
      db,
      NOW,
      proposalOf(
        userId,
        postIds.map((postId) => ({ postId, version: 1 })),
      ),
    );
    const seen = await Promise.all(
      postIds.map(async (postId) => `${postId} 1 ${(await hashesOf(db, postId))[1]}`),
    );
    const token = await mailedToken(db, null);
    const links = await db.select().from(approvalLinks);
    const { approverId = null } = links.find((row) => row.approverId !== null) ?? {};
    const ask = async (path: string, init: RequestInit): Promise<Page> => {
      const answer = await auth.request(`${API}/review${path}`, init);
      return { status: answer.status, html: await answer.text(), headers: answer.headers };
    };
    await use({
      userId,
      postIds,
      seen,
      token,
      approverToken: await mailedToken(db, approverId),
      open: (own = token, method = "GET") => ask(`?token=${own}`, { method, headers: BROWSER }),
      press: (decision, posts, further = {}) => {
        const body = new URLSearchParams({ token, decision, ...further });
        for (const post of posts) body.append("post", post);
        return ask("", { method: "POST", headers: BROWSER, body });
      },
    });
  },
});

test("page of a link: shows each post without a script; opening it, as scanners do, writes nothing", async ({
  db,
  link: { open, seen },
}) => {
  const tables = async () => [
    await db.select().from(outboxEvents),
    await db.select().from(approvalLinks),
    await db.select().from(postDecisions),
  ];
  const before = await tables();
  const { status, html, headers } = await open();
  expect(status).toBe(200);
  expect(html).toContain("Warm &lt;b&gt;figs&lt;/b&gt; &amp; rolls.");
  expect(html).toContain("Approve all 2");
  for (const post of seen) expect(html).toContain(`name="post" value="${post}"`);
  expect(html).not.toMatch(/<script|\son\w+=|\sstyle=/);
  expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*form-action 'self'/);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
  expect((await open(undefined, "HEAD")).status).toBe(200);
  expect(await tables()).toEqual(before);
});

test("forms: approve once however often they are sent, undo, ask for changes, each said above the posts, with the way back", async ({
  db,
  link: { press, seen },
}) => {
  const [first = "", second = ""] = seen;
  const approved = await press("approved", [first]);
  expect(approved.status).toBe(200);
  // Above all posts, and not in the post's own place besides.
  expect(approved.html).toMatch(/role="status"[^>]*>Approved: (?:(?!<article).)*Undo approval/s);
  expect(approved.html.match(/<button\s[^>]*approval_undone/g)).toHaveLength(1);
  expect((await press("approved", [first])).status).toBe(200);
  expect((await press("approval_undone", [first])).html).toMatch(/Undone: .*waits for you again/);
  const asked = await press("changes_requested", [second], { words: "Warmer,\r\nplease." });
  expect(asked.html).toMatch(/Thank you\. .*You asked for.*Warmer,\nplease\./s);
  expect((await press("approved", [first])).html).toContain("Nothing is waiting for you.");
  const events = await db
    .select({ type: outboxEvents.type, actor: outboxEvents.actor })
    .from(outboxEvents);
  const decided = events.filter(({ type }) => /^Post(?:Approv|Changes)/.test(type));
  expect(decided.map(({ type }) => type).toSorted()).toEqual([
    "PostApprovalUndone",
    "PostApproved",
    "PostApproved",
    "PostChangesRequested",
  ]);
  expect(new Set(decided.map(({ actor }) => actor.kind))).toEqual(new Set(["visitor"]));
});

test("press within a second of the page: is not counted, and a later one is", async ({
  auth,
  db,
  link: { open, press, seen },
}) => {
  const [, shown = ""] = /name="shown" value="(\d+)"/.exec((await open()).html) ?? [];
  const pressAfter = (ms: number) => {
    auth.clock.now = new Date(Date.parse(NOW) + ms);
    return press("approved", seen.slice(0, 1), { shown });
  };
  const early = await pressAfter(DECIDABLE_AFTER_MS - 1);
  expect([early.status, early.html]).toEqual([
    409,
    expect.stringContaining(REVIEW_MESSAGES.tooSoon),
  ]);
  expect(await db.select().from(postDecisions)).toEqual([]);
  expect((await pressAfter(DECIDABLE_AFTER_MS)).status).toBe(200);
});

test("outdated version: the newer one is shown, and neither is decided", async ({
  db,
  link: { press, open, postIds, seen, userId },
}) => {
  const [postId = ""] = postIds;
  await changeTo(db, { userId, postId, version: 2 });
  const { status, html } = await press("approved", seen.slice(0, 1));
  expect(status).toBe(409);
  expect(html).toMatch(/changed or withdrew this post.*Send me a new email.*Version 2/s);
  expect((await open()).html).not.toContain(`value="${postId} 2`);
  expect(await db.select().from(postDecisions)).toEqual([]);
});

test("form that is not the page's: refused with a code, as a page to people, and nothing is decided", async ({
  auth,
  db,
  link: { open, press, seen, token, approverToken },
}) => {
  const [post = ""] = seen;
  const form = (fields: object) => new URLSearchParams({ token, post, ...fields });
  const refusals = [
    [form({ decision: "approved", token: "a".repeat(43) }), 404, "not_found"],
    [form({ decision: "approved", token: "" }), 404, "not_found"],
    [form({ decision: "approved", post: post.replace(/.$/, "!") }), 400, "invalid_input"],
    [form({ decision: "approved", post: "" }), 400, "invalid_input"],
    [form({ decision: "deleted" }), 400, "invalid_input"],
    [form({ decision: "changes_requested", words: " " }), 400, "invalid_input"],
    [form({ decision: "approved", words: "w".repeat(20_000) }), 413, "payload_too_large"],
    [JSON.stringify({ token, post, decision: "approved" }), 415, "unsupported_media_type"],
  ] as const;
  for (const [body, status, code] of refusals) {
    const type =
      typeof body === "string" ? "application/json" : "application/x-www-form-urlencoded";
    const answer = await auth.request(`${API}/review`, {
      method: "POST",
      headers: { "content-type": type },
      body: body.toString(),
    });
    expect([answer.status, await answer.json()]).toMatchObject([status, { code }]);
  }
  const unknown = await open("a".repeat(43));
  expect([unknown.status, unknown.html]).toEqual([404, expect.stringContaining('role="alert"')]);
  const undo = await press("approval_undone", seen.slice(0, 1), { token: approverToken });
  expect(undo.status).toBe(403);
  expect(await db.select().from(postDecisions)).toEqual([]);
});
