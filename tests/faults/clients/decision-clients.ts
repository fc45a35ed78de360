import { setTimeout as delay } from "node:timers/promises";
import { MAIL_TOKEN_HEADER, ReviewResponse } from "#contracts/api/content/calendar.ts";
import type { PostDecision } from "#contracts/content/posts.ts";
import { createDecisionOperator } from "./decision-operator.ts";
import { type Attempt, createHttpClient } from "./http-client.ts";
import { readInbox } from "./read-inbox.ts";

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
const LOST_SHARE = 0.04;
const ATTEMPTS_AFTER_500_MAX = 6;

const LINK = /\/review#([\w-]{43})/;

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
  const actions: (DecisionAction & { attempts: Attempt[] })[] = [];
  const untouched: string[] = [];
  let businessCount = 0;
  let begun = 0;

  const pause = () => delay(400 + random() * 1_200, undefined, { signal });
  /** Each visitor has a limit of requests per minute. */
  const randomAddress = () =>
    [10, 202 + random() * 50, random() * 256, random() * 256].map(Math.floor).join(".");
  const operator = createDecisionOperator(urls.databaseUrl, pause);

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

  async function run(index: number, decided: number): Promise<void> {
    const business = await operator.openBusiness(index);
    const { userId } = business;
    const postIds = await operator.propose(business, decided + 1);
    const [ofOwner, ofApprover] = await Promise.all([
      mailedToken(business.owner),
      mailedToken(business.approver),
    ]);
    const posts = await open(ofOwner);
    untouched.push(...posts.slice(decided).map(({ id }) => id));
    await Promise.all([
      open(ofOwner),
      open(ofApprover),
      ...posts.slice(0, decided).flatMap(({ id: postId, version, contentHash }, position) => {
        const seen = { postId, version, contentHash };
        const presses = [
          { decision: "approved", token: ofOwner },
          { decision: "changes_requested", token: ofApprover },
        ] as const;
        // On a fast machine who presses first decides nearly always.
        const inTurn = position % 2 === 0 ? presses : presses.toReversed();
        return [
          ...inTurn.map((press) => decide(seen, press)),
          operator.publish(userId, postId).catch(() => undefined),
        ];
      }),
    ]);
    await operator.publishAll(userId, postIds);
    await operator.letQuietPass(userId, postIds);
  }

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
    requestReceipts: () => operator.requestReceipts(),
    async close() {
      await Promise.all([client.close(), operator.close()]);
    },
  };
}
