import { expect } from "vitest";
import { MINUTE_MS } from "#contracts/durations.ts";
import type { EventType } from "#contracts/events/catalogue.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { connectDatabase } from "#db/connect.ts";
import { type Decider, decidePosts } from "#db/content/change-decisions.ts";
import { contentTokenHash } from "#db/content/content-link.ts";
import { proposeDrafts, type SavedDraft, saveDrafts } from "#db/ops/change-drafts.ts";
import { publishPost } from "#db/ops/change-post.ts";
import { businesses } from "#db/schema/content.ts";
import type { Effect } from "../../worker/pipeline/effect.ts";
import { mailDecisions } from "../../worker/schedules/due-notices.ts";
import { addApproverRow, mailedToken } from "../support/approval-links.ts";
import { insertAccountRow } from "../support/customer-rows.ts";
import { test } from "../support/database.ts";
import { effectsWith, newId, recordingMailer } from "../support/pipeline.ts";
import { hashesOf, POST } from "../support/post-rows.ts";
import { countSetting, pick, seeded, seedRounds } from "../support/seeded.ts";
import { takeEvents } from "../support/simulated-worker.ts";

const DRAFTS = countSetting("DRAFTS", 100);
const OF_CLIENT = 20;
const PRESSES_OF_POST = 5;
const KILLED_SHARE = 0.3;
const REFUSED_SHARE = 0.2;
/** A killed connection takes others of the pool with it, whose work is repeated, too. */
const ATTEMPTS_MAX = 30;
/** Name of the connections that are killed. */
const KILLED = "killed";
const BEGINS = Date.parse("2026-11-24T10:00:00Z");

test.for(seedRounds(1).flat())(
  `${DRAFTS} drafts and ${DRAFTS * PRESSES_OF_POST} decisions under faults, seed %i: none lost, published without approval, or mailed twice`,
  { timeout: 1_800_000 },
  async (seed, { db: quiet, database }) => {
    const { db, close } = connectDatabase(database.url, {
      max: 8,
      applicationName: KILLED,
      onError: () => undefined,
    });
    const random = seeded(seed);
    let ms = BEGINS;
    const context = { makeId: newId, now: () => new Date(ms), correlationId: null };
    const operators = ["Ada", "Lee"] as const;
    const figures = { killed: 0, repeated: 0, refused: 0, unapproved: 0 };
    const faults: string[] = [];

    /** The transactions that run at that moment are aborted, as with a killed process or database. */
    async function kill(): Promise<void> {
      const { rowCount } = await database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = '${KILLED}'`,
      );
      figures.killed += rowCount ?? 0;
    }

    /** Repeats what may have been done, as a person does who got no answer. */
    async function untilAnswered<T>(act: () => Promise<T>): Promise<T> {
      for (let attempt = 1; ; attempt += 1) {
        const strikes = attempt < ATTEMPTS_MAX / 2 && random() < KILLED_SHARE;
        const [answer] = await Promise.allSettled([act(), strikes ? kill() : null]);
        if (answer.status === "fulfilled") return answer.value;
        if (attempt === ATTEMPTS_MAX) throw answer.reason;
        figures.repeated += 1;
      }
    }

    const { mailer, sent } = recordingMailer();
    const effects = effectsWith(
      { ...database, db },
      {
        mailer: {
          async send(mail, key) {
            // Some mails leave without an answer, others never do.
            const isRefused = random() < REFUSED_SHARE;
            const answer = isRefused && random() < 0.5 ? null : await mailer.send(mail, key);
            if (!isRefused && answer !== null) return answer;
            figures.refused += 1;
            throw new Error("the provider is away");
          },
        },
      },
      () => new Date(ms),
    );

    async function runEvents(): Promise<void> {
      for (;;) {
        const taken = await takeEvents(database.query);
        if (taken.length === 0) return;
        for (const { event } of taken) {
          const catalogue = effects[event.type] as Readonly<Record<string, Effect<EventType>>>;
          for (const [name, effect] of Object.entries(catalogue)) {
            if (effect.queue === null || effect.when?.(event) === false) continue;
            await untilAnswered(() => effect.run(event, `${event.id}:${name}`));
          }
        }
      }
    }

    const drafts: { id: string; texts: Set<string> }[] = [];
    for (let client = 0; client * OF_CLIENT < DRAFTS; client += 1) {
      const userId = await insertAccountRow(quiet, {
        email: `c${client}@shop.example`,
        isProven: true,
      });
      await quiet.insert(businesses).values({
        id: newId("business"),
        userId,
        createdAt: context.now().toISOString(),
      });
      const approverId = await addApproverRow(quiet, userId, `Approver${client}`);
      const month = Array.from({ length: OF_CLIENT }, (_, index): SavedDraft => ({
        ...POST,
        id: newId("post"),
        revision: 0,
        base: null,
        note: "",
        assigneeId: null,
        text: `First words ${index}`,
        media: [],
      }));
      const save = (list: readonly SavedDraft[], by: string) =>
        saveDrafts(db, {
          newBusinessId: newId("business"),
          owner: { userId, enquiryId: null },
          drafts: list,
          by,
          at: context.now().toISOString(),
        });
      await untilAnswered(() => save(month, "Ada"));
      // Two operators save other words of each draft at once: one of them stands.
      const worded = operators.map((by) =>
        month.map((draft) => ({ ...draft, revision: 1, text: `${draft.text}, ${by}` })),
      );
      await Promise.all(
        worded.map((list, nth) => untilAnswered(() => save(list, operators[nth] ?? ""))),
      );
      for (const { id, text } of month)
        drafts.push({ id, texts: new Set(operators.map((by) => `${text}, ${by}`)) });

      const events = operators.map((name) =>
        newEvent(
          context,
          "PostProposed",
          { kind: "ops", name },
          {
            userId,
            subscriptionId: null,
            posts: month.map(({ id }) => ({ postId: id, version: 1 })),
          },
        ),
      );
      const proposed = await Promise.all(
        events.map((event) =>
          untilAnswered(() =>
            proposeDrafts(db, {
              drafts: month.map(({ id }) => ({ id, revision: 2 })),
              by: event.actor.kind === "ops" ? event.actor.name : "",
              event,
            }),
          ),
        ),
      );
      if (!proposed.every((outcome) => outcome === "done" || outcome === "done_before"))
        faults.push(`proposed: ${proposed.join(", ")}`);
      await runEvents();
      const tokenHash = contentTokenHash(await mailedToken(quiet, approverId));
      const owner = {
        kind: "user",
        user: { userId, sessionId: null, at: context.now().toISOString() },
      } as const;
      for (const { id: postId } of month) {
        const { 1: contentHash = "" } = await hashesOf(quiet, postId);
        const press = (decider: Decider, type: "PostApproved" | "PostChangesRequested") => {
          const actor =
            decider.kind === "user"
              ? ({ kind: "user", userId } as const)
              : ({ kind: "visitor" } as const);
          const by = decider.kind === "user" ? null : approverId;
          const facts = {
            userId,
            postId,
            version: 1,
            contentHash,
            approverId: by,
            via: "link",
          } as const;
          const events = [newEvent(context, type, actor, facts)];
          const words = type === "PostApproved" ? null : "Warmer, please.";
          return untilAnswered(() => decidePosts(db, { decider, events, words, takesBack: false }));
        };
        const publish = (by: string) =>
          untilAnswered(() =>
            publishPost(db, {
              urls: [{ platform: "instagram", url: `https://www.instagram.com/p/${postId}` }],
              restLeftOut: false,
              by,
              event: newEvent(
                context,
                "PostPublished",
                { kind: "ops", name: by },
                {
                  userId,
                  postId,
                  version: 1,
                  subscriptionId: null,
                  isComplete: true,
                },
              ),
            }),
          );
        const link = { kind: "link", tokenHash } as const;
        const type = (share: number) =>
          random() < share ? "PostApproved" : "PostChangesRequested";
        const isAsked = random() < 0.9;
        await Promise.all([
          publish(pick(random, operators)),
          ...(isAsked
            ? Array.from({ length: PRESSES_OF_POST }, (_, nth) =>
                press(nth % 2 === 0 ? owner : link, type(0.7)),
              )
            : []),
        ]);
        await Promise.all(operators.map(publish));
      }
      ms += 11 * MINUTE_MS;
      const receipts = mailDecisions({ db, makeId: newId, now: context.now });
      await Promise.all([untilAnswered(receipts.run), untilAnswered(receipts.run)]);
      await runEvents();
    }

    const rows = async (text: string) => (await database.query<Record<string, string>>(text)).rows;
    const kept = new Map(
      (
        await rows(
          `select post_id as id, text from post_versions union all select id, text from post_drafts`,
        )
      ).map(({ id, text }) => [id, text]),
    );
    for (const { id, texts } of drafts)
      if (!texts.has(kept.get(id) ?? ""))
        faults.push(`draft ${id}: lost, or with other words: ${kept.get(id)}`);
    if (kept.size !== drafts.length) faults.push(`${kept.size} posts of ${drafts.length} drafts`);
    const unapproved = await rows(`select post_id from post_publications live where not exists (
      select from post_decisions decided where decided.post_id = live.post_id and decided.version = live.version
        and decided.content_hash = live.content_hash and decided.decision = 'approved')`);
    faults.push(...unapproved.map(({ post_id: id }) => `post ${id}: published without approval`));
    const events =
      await rows(`select type || ' ' || coalesce(payload->>'postId', payload->'posts'->0->>'postId') as what, count(*)
      from outbox_events where type in ('PostProposed', 'PostApproved', 'PostPublished') group by 1 having count(*) > 1`);
    faults.push(...events.map(({ what, count }) => `${what}: ${count} events`));
    const decisions = await rows(
      `select count(*) from post_decisions where announced_event_id is null`,
    );
    faults.push(
      ...decisions
        .filter(({ count }) => count !== "0")
        .map(({ count }) => `${count} decisions without a receipt`),
    );
    const mails = [...sent.values()].map(({ to, subject, text }) => `${to} ${subject} ${text}`);
    const asked = mails.filter((mail) => /waiting for your approval/.test(mail));
    if (new Set(mails).size !== mails.length)
      faults.push(`${mails.length - new Set(mails).size} mails twice`);
    if (asked.length !== (2 * DRAFTS) / OF_CLIENT)
      faults.push(`${asked.length} requests to approve`);
    const { killed, repeated, refused } = figures;
    const [published] = await rows("select count(distinct post_id) from post_publications");
    if (process.env["DRAFTS"])
      process.stdout.write(
        `seed ${seed}: ${drafts.length} drafts, ${killed} connections killed, ${repeated} acts repeated, ${refused} mails refused, ${mails.length} mails, ${published?.["count"]} posts published, ${faults.length} faults\n`,
      );
    await close();
    expect(faults).toEqual([]);
    expect(Math.min(killed, repeated, refused, Number(published?.["count"]))).toBeGreaterThan(0);
  },
);
