import { randomInt } from "node:crypto";
import { expect } from "vitest";
import { MAIL_TOKEN_HEADER } from "#contracts/api/content/calendar.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { connectDatabase } from "#db/connect.ts";
import { publishPost } from "#db/ops/change-post.ts";
import { postDecisions, postPublications } from "#db/schema/content.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { addApproverRow, mailedToken, openLinks, proposalOf } from "../support/approval-links.ts";
import { API, test } from "../support/auth-service.ts";
import { insertAccountRow } from "../support/customer-rows.ts";
import { newId } from "../support/pipeline.ts";
import { hashesOf, proposePost } from "../support/post-rows.ts";

const POSTS = Number(process.env["DECISIONS"] ?? 60);
const AT_ONCE = 20;
const NOW = "2026-11-25T12:00:00.000Z";

test(
  `${POSTS} posts, clicked twice by two approvers who differ, repeated, scanned, published and cut off from the database at once: none published unapproved, no decision lost or doubled`,
  { timeout: 30_000 + POSTS * 200 },
  async ({ auth, database, onTestFinished }) => {
    // Of its own: only the edge's connections are cut.
    const { db, close } = connectDatabase(database.url, {
      max: 5,
      applicationName: "team",
      onError: () => undefined,
    });
    onTestFinished(close);
    auth.clock.now = new Date(NOW);
    const apikey = await auth.sign({ role: "anon" }, { expires: new Date("2030-01-01") });
    const userId = await insertAccountRow(db, { email: "ada@shop.example", isProven: true });
    const context = { makeId: newId, now: () => new Date(NOW), correlationId: null };
    let samId: string | null = null;
    const answered = new Map<string, string>();
    let unanswered = 0;

    async function decideAbout(postId: string, tokens: readonly string[]): Promise<void> {
      const { 1: contentHash = "" } = await hashesOf(db, postId);
      const posts = [{ postId, version: 1, contentHash }];
      const bodies = [
        { decision: "approved", posts },
        { decision: "changes_requested", words: "Warmer, please.", posts },
      ];
      const ask = async (token: string, method: string, path: string, body?: unknown) =>
        auth.request(`${API}/functions/v1/review${path}`, {
          method,
          headers: { apikey, "content-type": "application/json", [MAIL_TOKEN_HEADER]: token },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
      const click = async (by: number): Promise<boolean> => {
        const body = bodies[by];
        const { status } = await ask(tokens[by] ?? "", "POST", "/decisions", body);
        expect([200, 409, 503]).toContain(status);
        if (status === 200) answered.set(postId, [answered.get(postId), body?.decision].join(" "));
        if (status === 503) unanswered += 1;
        return status !== 503;
      };
      const clickUntilAnswered = async (by: number): Promise<void> => {
        if (!(await click(by))) await clickUntilAnswered(by);
      };
      /** A statement may be committed and its answer lost. */
      const cut = () =>
        database.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'test' and state = 'active'",
        );
      const publish = () => {
        const facts = { userId, postId, version: 1, subscriptionId: null };
        const event = newEvent(context, "PostPublished", { kind: "ops", name: "Ada" }, facts);
        const urls = [{ platform: "instagram", url: "https://instagram.example/p/1" }] as const;
        return publishPost(db, { urls, restLeftOut: false, by: "Ada", event });
      };
      const work = [
        () => click(0),
        () => click(0),
        () => click(1),
        () => click(1),
        () => ask(tokens[0] ?? "", "GET", ""),
        publish,
        cut,
      ].toSorted(() => randomInt(3) - 1);
      await Promise.all(work.map((act) => act()));
      await Promise.all([clickUntilAnswered(0), clickUntilAnswered(1)]);
      await publish();
    }

    for (let begun = 0; begun < POSTS; begun += AT_ONCE) {
      const ids = await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, POSTS - begun) }, () => proposePost(db, userId)),
      );
      samId ??= await addApproverRow(db, userId, "Sam");
      const named = ids.map((postId) => ({ postId, version: 1 }));
      await openLinks(db, NOW, proposalOf(userId, named));
      const tokens = [await mailedToken(db, null), await mailedToken(db, samId)];
      await Promise.all(ids.map((postId) => decideAbout(postId, tokens)));
    }

    expect(unanswered).toBeGreaterThan(0);
    const decisions = await db.select().from(postDecisions);
    expect(decisions).toHaveLength(POSTS);
    // Every answer of success names the decision that stands.
    const wrong = decisions.filter(({ postId, decision }) =>
      (answered.get(postId) ?? "none")
        .trim()
        .split(" ")
        .some((said) => said !== decision),
    );
    expect(wrong).toEqual([]);
    const events = await db.select().from(outboxEvents);
    const decided = events.filter(({ type }) =>
      ["PostApproved", "PostChangesRequested"].includes(type),
    );
    expect(decided).toHaveLength(POSTS);
    const approved = decisions.filter(({ decision }) => decision === "approved");
    const live = await db.select().from(postPublications);
    expect(new Set(live.map(({ postId }) => postId))).toEqual(
      new Set(approved.map(({ postId }) => postId)),
    );
  },
);
