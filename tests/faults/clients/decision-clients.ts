import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { MAIL_TOKEN_HEADER, ReviewResponse } from "#contracts/api/content/calendar.ts";
import type { PostDecision } from "#contracts/content/posts.ts";
import { DAY_MS } from "#contracts/durations.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { ID_RANDOM_BYTES, type IdKind, makeId } from "#contracts/ids.ts";
import { connectDatabase } from "#db/connect.ts";
import { publishPost } from "#db/ops/change-post.ts";
import { proposePosts } from "#db/ops/propose-posts.ts";
import { approvers, businesses, postDecisions } from "#db/schema/content.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { mailDecisions } from "../../../worker/schedules/mail-decisions.ts";
import { insertAccountRow } from "../../support/customer-rows.ts";
import { type Attempt, createHttpClient } from "./http-client.ts";
import { readInbox } from "./read-inbox.ts";

/** One person's answer to one post, with all its attempts. */
export interface DecisionAction {
  readonly postId: string;
  readonly decision: PostDecision;
  readonly attempts: readonly Attempt[];
}

export interface DecisionClients {
  /** Two for each post: the owner approves it, the approver asks for changes. */
  readonly actions: readonly DecisionAction[];
  /** Posts that a scanner opened and that nobody decided about. */
  readonly untouched: readonly string[];
  /** Resolves when this share of the businesses has been asked. */
  untilBegun(share: number): Promise<void>;
  runAll(load: { count: number; windowMs: number }): Promise<void>;
  /** Requests the receipts that no worker has requested yet, as two workers at once would. */
  requestReceipts(): Promise<void>;
  close(): Promise<void>;
}

const LANES = 12;
const DECIDED_PER_PROPOSAL = 10;
const TIMEOUT_MS = 10_000;
const OUTAGE_MAX_MS = 60_000;
const LOST_SHARE = 0.04;
const ATTEMPTS_AFTER_500_MAX = 6;

const OPERATOR = { kind: "ops", name: "Ada" } as const;
const LINK = /\/review#([\w-]{43})/;

const newId = <K extends IdKind>(kind: K) => makeId(kind, Date.now(), randomBytes(ID_RANDOM_BYTES));
const context = { makeId: newId, now: () => new Date(), correlationId: null };

/**
 * Makes businesses whose owner and approver press the buttons of their emailed links at the same time, twice, and for
 * different decisions, while a scanner opens the links and an operator publishes.
 */
export function createDecisionClients(options: {
  readonly urls: {
    readonly api: string;
    readonly anonKey: string;
    readonly inbox: string;
    readonly databaseUrl: string;
  };
  readonly random: () => number;
  readonly signal: AbortSignal;
}): DecisionClients {
  const { urls, random, signal } = options;
  const client = createHttpClient({
    apiUrl: urls.api,
    anonKey: urls.anonKey,
    connections: 64,
    timeoutMs: TIMEOUT_MS,
    random,
    signal,
  });
  client.loseResponses(LOST_SHARE);
  const { db, close } = connectDatabase(urls.databaseUrl, {
    max: 8,
    applicationName: "faults-operator",
    onError: () => undefined,
  });
  const actions: (DecisionAction & { attempts: Attempt[] })[] = [];
  const untouched: string[] = [];
  let businessCount = 0;
  let begun = 0;

  const pause = () => delay(400 + random() * 1_200, undefined, { signal });
  /** Each visitor has a limit of requests per minute. */
  const randomAddress = () =>
    [10, 202 + random() * 50, random() * 256, random() * 256].map(Math.floor).join(".");

  /** Repeats a statement whose outcome may be unknown, because PostgreSQL was killed. */
  async function untilSaved<T>(save: () => Promise<T>): Promise<T> {
    const lastMs = performance.now() + OUTAGE_MAX_MS;
    for (;;) {
      try {
        return await save();
      } catch (error) {
        if (performance.now() > lastMs) throw error;
        await pause();
      }
    }
  }

  async function openBusiness(index: number) {
    // An account whose statement failed stays behind, without posts.
    const owner = `owner-${index}-${randomUUID()}@faults.example`;
    const approver = owner.replace("owner", "approver");
    const userId = await insertAccountRow(db, { email: owner, isProven: true });
    const businessId = newId("business");
    const createdAt = new Date().toISOString();
    await db.insert(businesses).values({ id: businessId, userId, createdAt });
    await db
      .insert(approvers)
      .values({ id: newId("approver"), businessId, name: "Sam", email: approver, createdAt });
    return { userId, businessId, owner, approver };
  }

  async function propose(
    { userId, businessId }: { userId: string; businessId: string },
    ids: readonly string[],
  ): Promise<void> {
    const posts = ids.map((postId) => ({ postId, version: 1 }));
    const event = newEvent(context, "PostProposed", OPERATOR, {
      userId,
      subscriptionId: null,
      posts,
    });
    const plannedOn = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10);
    await untilSaved(() =>
      proposePosts(db, {
        newBusinessId: businessId,
        posts: ids.map((id) => ({
          id,
          format: "post",
          text: "Fig rolls, warm from the oven.",
          platforms: ["instagram"],
          plannedOn,
          plannedTime: "18:00",
        })),
        by: OPERATOR.name,
        event,
      }),
    );
  }

  /** Of the approval link in an email to this address. */
  async function mailedToken(address: string): Promise<string> {
    for (;;) {
      const texts = await readInbox(urls.inbox, address, signal);
      const token = texts.flatMap((text) => LINK.exec(text)?.[1] ?? [])[0];
      if (token !== undefined) return token;
      await pause();
    }
  }

  async function open(token: string): Promise<ReviewResponse["posts"]> {
    for (;;) {
      const { body } = await client.send({
        method: "GET",
        path: "/functions/v1/review",
        headers: { [MAIL_TOKEN_HEADER]: token, "cf-connecting-ip": randomAddress() },
      });
      const { data } = ReviewResponse.safeParse(body);
      if (data !== undefined) return data.posts;
      await pause();
    }
  }

  /** Presses the button twice, then again until the result is heard. */
  async function decide(
    seen: { postId: string; version: number; contentHash: string },
    { decision, token }: { decision: PostDecision; token: string },
  ): Promise<void> {
    const action = { postId: seen.postId, decision, attempts: [] as Attempt[] };
    actions.push(action);
    const press = async (): Promise<boolean> => {
      const { attempt } = await client.send({
        path: "/functions/v1/review/decisions",
        headers: { [MAIL_TOKEN_HEADER]: token, "cf-connecting-ip": randomAddress() },
        body: {
          decision,
          posts: [seen],
          ...(decision === "approved" ? {} : { words: "Warmer, please." }),
        },
      });
      action.attempts.push(attempt);
      return attempt.outcome === "response" && attempt.status < 500 && attempt.wasHeard;
    };
    const isBroken = () =>
      action.attempts.filter((one) => one.outcome === "response" && one.status === 500).length >
      ATTEMPTS_AFTER_500_MAX;
    let isAnswered = (await Promise.all([press(), press()])).includes(true);
    while (!isAnswered && !isBroken()) {
      await pause();
      isAnswered = await press();
    }
  }

  function publish(userId: string, postId: string) {
    const event = newEvent(context, "PostPublished", OPERATOR, {
      userId,
      postId,
      version: 1,
      subscriptionId: null,
    });
    return publishPost(db, {
      urls: [{ platform: "instagram", url: "https://instagram.example/p/1" }],
      restLeftOut: false,
      by: OPERATOR.name,
      event,
    });
  }

  async function run(index: number, decided: number): Promise<void> {
    const business = await untilSaved(() => openBusiness(index));
    const postIds = Array.from({ length: decided + 1 }, () => newId("post"));
    await propose(business, postIds);
    const [ofOwner, ofApprover] = await Promise.all([
      mailedToken(business.owner),
      mailedToken(business.approver),
    ]);
    const posts = await open(ofOwner);
    untouched.push(...posts.slice(decided).map(({ id }) => id));
    await Promise.all([
      open(ofOwner),
      open(ofApprover),
      ...posts.slice(0, decided).flatMap(({ id: postId, version, contentHash }) => {
        const seen = { postId, version, contentHash };
        return [
          decide(seen, { decision: "approved", token: ofOwner }),
          decide(seen, { decision: "changes_requested", token: ofApprover }),
          publish(business.userId, postId).catch(() => undefined),
        ];
      }),
    ]);
    for (const postId of postIds) await untilSaved(() => publish(business.userId, postId));
    while (!(await untilSaved(() => areMailsSent(business.userId)))) await pause();
    await untilSaved(() => letQuietPass(postIds));
  }

  /** A repeat of an approval email tells decisions before it from later ones by their time, which is changed next. */
  async function areMailsSent(userId: string): Promise<boolean> {
    const open = await db
      .select({ id: outboxEvents.id })
      .from(outboxEvents)
      .where(
        and(
          eq(outboxEvents.aggregateId, userId),
          eq(outboxEvents.type, "ApprovalRequested"),
          isNull(outboxEvents.completedAt),
          isNull(outboxEvents.deadLetteredAt),
        ),
      );
    return open.length === 0;
  }

  /** The worker emails a receipt ten minutes after a person's last decision, so this moves the decisions back by that time. */
  const letQuietPass = (postIds: readonly string[]) =>
    db
      .update(postDecisions)
      .set({ decidedAt: sql`${postDecisions.decidedAt} - interval '10 minutes'` })
      .where(
        and(inArray(postDecisions.postId, [...postIds]), isNull(postDecisions.announcedEventId)),
      );

  return {
    actions,
    untouched,
    async untilBegun(share) {
      for (;;) {
        if (begun >= share * businessCount) return;
        await pause();
      }
    },
    async runAll({ count, windowMs }) {
      const begunMs = performance.now();
      businessCount = Math.ceil(count / DECIDED_PER_PROPOSAL);
      await Promise.all(
        Array.from({ length: LANES }, async (_, lane) => {
          for (let index = lane; index < businessCount; index += LANES) {
            const waitMs = begunMs + (index * windowMs) / businessCount - performance.now();
            if (waitMs > 0) await delay(waitMs, undefined, { signal });
            begun += 1;
            await run(index, Math.min(DECIDED_PER_PROPOSAL, count - index * DECIDED_PER_PROPOSAL));
          }
        }),
      );
    },
    async requestReceipts() {
      const { run: announce } = mailDecisions({ db, makeId: newId, now: context.now });
      await Promise.all([announce(), announce()]);
    },
    async close() {
      await Promise.all([client.close(), close()]);
    },
  };
}
