import { randomUUID } from "node:crypto";
import type { Stripe } from "stripe";
import { HOUR_MS } from "#contracts/durations.ts";
import { DomainEvent } from "#contracts/events/catalogue.ts";
import type { MakeId } from "#contracts/ids.ts";
import { forgetErasedAddress } from "#db/accounts/erased-addresses.ts";
import { listUserContacts } from "#db/accounts/users/find-users.ts";
import { saveCustomer } from "#db/billing/change-customers.ts";
import { listUnsavedSubscriptions } from "#db/billing/find-subscriptions.ts";
import type { Db } from "#db/client.ts";
import { completeEffects } from "#db/events/complete-effects.ts";
import { createEffectRows } from "#db/events/create-effect-rows.ts";
import { failEffects } from "#db/events/fail-effects.ts";
import { listEventsById } from "#db/events/list-events-by-id.ts";
import { type StartedEffect, startEffects } from "#db/events/start-effects.ts";
import { toDomainShape } from "#db/events/stored-event.ts";
import { IDEMPOTENCY_KEY_HOURS } from "#db/ops/event-state.ts";
import { eraseAccount } from "#db/personal-data/erase-account.ts";
import {
  dateAttempts,
  endSessions,
  findUse,
  listAccountIds,
  listCustomerIds,
  listFiles,
  listOpenEventIds,
} from "#db/restore/restored-rows.ts";
import { idOf } from "#db/stripe/id-of.ts";
import { listAll } from "#db/stripe/with-archived.ts";
import { erasedKeyOf, type MaterialStore } from "../adapters/material-store.ts";
import type { FindSent } from "../adapters/resend.ts";
import type { StripeActions } from "../billing/stripe-actions.ts";
import type { EffectName } from "../effects/catalogue.ts";
import { requestEffects } from "../pipeline/dispatch.ts";
import type { EffectCatalogue } from "../pipeline/effect.ts";
import type { EffectQueue } from "../pipeline/queues.ts";
import { effectsOf } from "../pipeline/run-effect.ts";
import type { Schedule } from "../schedules/schedule.ts";
import { systemEvent } from "../system-event.ts";

type CheckRestoreDeps = {
  readonly db: Db;
  readonly stripe: Stripe;
  readonly stripeActions: StripeActions;
  readonly store: Pick<MaterialStore, "list">;
  readonly effects: EffectCatalogue;
  /** Those that tell somebody something. */
  readonly schedules: Readonly<Record<string, Schedule>>;
  /** Asks the mail company what it sent, which sends a repeated key once; null: it does neither. */
  readonly findSent: FindSent | null;
  readonly makeId: MakeId;
  readonly now: () => Date;
  /** The time that the rows are of. */
  readonly restoredTo: Date;
};

/** `decide`: a person has to; the others are done. */
export type Finding = { readonly kind: "done" | "decide"; readonly what: string };

/** It stands for a worker that died in the middle: what it sent is unknown. */
const LOST_WORKER = "lost before the restore";
const CHECK_WORKER = "restore check";

/** Whether the effects of a queue tell somebody outside something. */
const TELLS: Readonly<Record<EffectQueue, boolean>> = {
  email: true,
  sms: true,
  conversions: true,
  billing: false,
  material: false,
  database: false,
};

/** They would do a customer's earlier wish, perhaps against a later one that the database no longer has. */
const WISHES: ReadonlySet<string> = new Set([
  "apply-subscription-request",
  "refund-and-cancel",
] satisfies EffectName[]);

/** What they find is told by events of their own. */
const LEADING_TO_MAILS: ReadonlySet<string> = new Set([
  "announce-renewal",
  "find-second-subscription",
  "open-approval-links",
] satisfies EffectName[]);

const isWishOrLeadsToMail = (effect: string) => WISHES.has(effect) || LEADING_TO_MAILS.has(effect);

const HELD = "held after a restore: it was probably told before; replay it if it was not";
const HELD_CODE = "held after a restore: its code has ended";
const HELD_WISH =
  "held after a restore: look whether it was done, as at Stripe; replay it if it was not";

/**
 * Brings a database that was restored to an earlier time into agreement with what happened since outside of it, so that a
 * worker may start. Safe to repeat.
 *
 * @throws {Error} with one sentence, for a database that is in use
 */
export async function checkRestore(deps: CheckRestoreDeps): Promise<readonly Finding[]> {
  await requireUnused(deps);
  const before = await listOpenEventIds(deps.db);
  const { sent, found } = await askWhatWasSent(deps);
  return [
    ...found,
    ...(await hold(deps, before, HELD_WISH, isWishOrLeadsToMail)),
    ...(await hold(deps, before, HELD_CODE, (_, queue) => queue === "sms")).map(({ what }) =>
      done(what),
    ),
    ...(await countAttempts(deps, before, sent)),
    // Stripe must not get an erased person's address back from the sync, which in turn may show that a subscription has ended.
    ...(await eraseAgain(deps)).filter(({ kind }) => kind === "done"),
    ...(await syncCustomers(deps)),
    ...(await eraseAgain(deps)),
    ...(await holdNews(deps, new Set(before), sent)),
    ...(await compareFiles(deps)),
    ...(await signOut(deps)),
  ];
}

async function requireUnused({ db, restoredTo, now }: CheckRestoreDeps): Promise<void> {
  if (restoredTo > now()) throw new Error("The time of the restore is in the future.");
  const { workers, events } = await findUse(db, restoredTo.toISOString());
  if (workers > 0) {
    throw new Error(`The database is in use by ${workers} connections of a worker: stop it first.`);
  }
  if (events > 0) {
    throw new Error(
      `The database is in use: it has ${events} acts of people after ${restoredTo.toISOString()}.`,
    );
  }
}

/** Creates the effects of events, as the dispatcher would, and attempts at those that are chosen. */
async function startChosen(
  { db, effects }: CheckRestoreDeps,
  { eventIds, worker }: { eventIds: readonly string[]; worker: string },
  isChosen: (effect: string, queue: EffectQueue) => boolean,
): Promise<StartedEffect[]> {
  const started: StartedEffect[] = [];
  for (const row of await listEventsById(db, eventIds)) {
    const event = DomainEvent.safeParse(toDomainShape(row)).data;
    // The worker dead-letters what it cannot read.
    if (event === undefined) continue;
    const requested = await requestEffects(effects, event);
    const states = await createEffectRows(db, { requested, worker: CHECK_WORKER });
    const catalogue = effectsOf(effects, event.type);
    const chosen = states.filter(({ effect, status }) => {
      const queue = catalogue[effect]?.queue ?? null;
      return status === "pending" && queue !== null && isChosen(effect, queue);
    });
    started.push(...(await startEffects(db, { requested: chosen, worker })));
  }
  return started;
}

async function hold(
  deps: CheckRestoreDeps,
  eventIds: readonly string[],
  error: string,
  isChosen: (effect: string, queue: EffectQueue) => boolean,
): Promise<Finding[]> {
  const started = await startChosen(deps, { eventIds, worker: CHECK_WORKER }, isChosen);
  await failEffects(
    deps.db,
    started.map((row) => ({
      eventId: row.id,
      effect: row.effect,
      number: row.attempts,
      worker: CHECK_WORKER,
      startedAt: row.startedAt,
      outcome: "dead_lettered",
      error,
      httpStatus: null,
      message: null,
    })),
  );
  return started.map((row) => decide(`${row.effect} of ${row.type} ${row.id}: ${error}`));
}

type Sent = Awaited<ReturnType<FindSent>> | null;

async function askWhatWasSent({
  findSent,
  restoredTo,
}: CheckRestoreDeps): Promise<{ sent: Sent; found: Finding[] }> {
  try {
    return { sent: (await findSent?.(restoredTo)) ?? null, found: [] };
  } catch (error) {
    const what = `Resend does not say what it sent: ${reasonOf(error)}`;
    return { sent: null, found: [decide(what)] };
  }
}

/**
 * What waited then has probably been told since. What Resend has sent is done; the key of the rest tells once for a day,
 * and then a person decides.
 */
async function countAttempts(
  deps: CheckRestoreDeps,
  eventIds: readonly string[],
  sent: Sent,
): Promise<Finding[]> {
  const { db, restoredTo, findSent } = deps;
  const started = await startChosen(
    deps,
    { eventIds, worker: LOST_WORKER },
    (_, queue) => TELLS[queue],
  );
  const told = started.filter((row) => sent?.has(keyOf(row)));
  await completeEffects(
    db,
    told.map((row) => ({
      eventId: row.id,
      effect: row.effect,
      number: row.attempts,
      worker: LOST_WORKER,
      startedAt: row.startedAt,
      externalId: sent?.get(keyOf(row)) ?? null,
      facts: {},
    })),
  );
  const keyHours = findSent === null ? IDEMPOTENCY_KEY_HOURS + 1 : 0;
  const at = new Date(restoredTo.getTime() - keyHours * HOUR_MS).toISOString();
  await dateAttempts(db, { worker: LOST_WORKER, at });
  return started.map((row) =>
    done(
      `${row.effect} of ${row.type} ${row.id} waited then: ${
        told.includes(row) ? "Resend has sent it." : "the same key tells it once."
      }`,
    ),
  );
}

const keyOf = ({ id, effect }: StartedEffect) => `${id}/${effect}`;

async function syncCustomers(deps: CheckRestoreDeps): Promise<Finding[]> {
  const found = await importCustomers(deps);
  for await (const customerId of listCustomerIds(deps.db)) {
    try {
      await sync(deps, customerId);
    } catch (error) {
      found.push(decide(`${customerId} cannot be read from Stripe: ${reasonOf(error)}`));
    }
  }
  return found;
}

function sync({ stripeActions, makeId }: CheckRestoreDeps, customerId: string) {
  return stripeActions.sync({ customerId, correlationId: makeId("request"), stripeEventId: null });
}

/** Who paid since is no customer of the restored database. */
async function importCustomers({ db, stripe, restoredTo }: CheckRestoreDeps): Promise<Finding[]> {
  const since = Math.floor(restoredTo.getTime() / 1_000);
  const subscriptions = await listAll(
    stripe.subscriptions.list({ status: "all", created: { gte: since }, limit: 100 }),
  );
  const unsaved = await listUnsavedSubscriptions(
    db,
    subscriptions.map(({ id, customer }) => ({ subscriptionId: id, customerId: idOf(customer) })),
  );
  const unknown = new Set(
    unsaved.flatMap(({ subscriptionId, customerId }) =>
      customerId === null ? [subscriptionId] : [],
    ),
  );
  const found: Finding[] = [];
  for (const { id, customer } of subscriptions.filter((one) => unknown.has(one.id))) {
    const customerId = idOf(customer);
    const atStripe = await stripe.customers.retrieve(customerId);
    if (atStripe.deleted === true) continue;
    const userId = atStripe.metadata["user_id"] ?? "";
    const [account] = userId === "" ? [] : await listUserContacts(db, [userId]);
    const buyer =
      account === undefined
        ? ({ kind: "guest", guestKey: randomUUID() } as const)
        : ({ kind: "account", userId, sessionId: null } as const);
    await saveCustomer(db, { id: customerId, buyer, email: atStripe.email });
    found.push(
      account === undefined
        ? decide(
            `${customerId} bought ${id} since, and has no account here: ask for a new sign-up with the same address.`,
          )
        : done(`${customerId} bought ${id} since, and belongs to ${userId} again.`),
    );
  }
  return found;
}

async function eraseAgain(deps: CheckRestoreDeps): Promise<Finding[]> {
  const { db, store } = deps;
  const erased = new Set<string>();
  for await (const { key } of store.list("erased/")) erased.add(key);
  const found: Finding[] = [];
  for await (const userId of listAccountIds(db)) {
    if (!erased.has(erasedKeyOf(userId))) continue;
    const event = systemEvent(deps, "restore", "AccountErased", {
      userId,
      by: "owner",
      left: "nameless_row",
    });
    const erasure = await eraseAccount(db, { userId, sessionId: null, event });
    // Its last mail was sent before.
    await forgetErasedAddress(db, { eventId: event.id, addressHash: "" });
    found.push(
      erasure === "erased"
        ? done(`${userId} was erased since, and is again.`)
        : decide(
            `${userId} was erased since, and has a subscription that renews: end it, then repeat.`,
          ),
    );
  }
  return found;
}

/**
 * What the sync and the schedules find new was told before, most likely: by a mail of the same kind since, if Resend knows
 * one.
 */
async function holdNews(
  deps: CheckRestoreDeps,
  before: ReadonlySet<string>,
  sent: Sent,
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const [name, schedule] of Object.entries(deps.schedules)) {
    try {
      await schedule.run();
    } catch (error) {
      found.push(decide(`${name} did not run: ${reasonOf(error)}`));
    }
  }
  const news = (await listOpenEventIds(deps.db)).filter((id) => !before.has(id));
  const sentKinds =
    sent === null ? null : new Set([...sent.keys()].map((key) => key.split("/")[1]));
  const isUntold = (effect: string, queue: EffectQueue) =>
    effect === ("send-erased-mail" satisfies EffectName) ||
    (queue === "email" && sentKinds?.has(effect) === false);
  const isHeld = (effect: string, queue: EffectQueue) =>
    (TELLS[queue] && !isUntold(effect, queue)) || isWishOrLeadsToMail(effect);
  if (sentKinds !== null)
    found.push(done("new mails, of whose kind Resend has sent none since, go out with a worker."));
  return [...found, ...(await hold(deps, news, HELD, isHeld))];
}

async function compareFiles({ db, store }: CheckRestoreDeps): Promise<Finding[]> {
  const stored = new Set<string>();
  for await (const { key } of store.list("")) stored.add(String(key.split("/")[0]));
  stored.delete("erased");
  const files = await listFiles(db);
  const known = new Set(files.map(({ id }) => id));
  return [
    ...files
      .filter(({ id, state }) => state === "ready" && !stored.has(id))
      .map(({ id }) => decide(`the file ${id} is gone from R2: its customer removed it since.`)),
    ...[...stored]
      .filter((id) => !known.has(id))
      .map((id) =>
        decide(`R2 has the file ${id}, which came since: its customer no longer sees it.`),
      ),
  ];
}

async function signOut({ db }: CheckRestoreDeps): Promise<Finding[]> {
  await endSessions(db);
  return [
    done("everybody is signed out: a session that ended since would be valid again."),
    decide(
      "passwords and second steps are those of then: write to who got a security notice since (Resend lists them).",
    ),
    decide(
      "enquiries since are only in the team's mailbox; answers to posts, briefs and promises since are lost: ask for them again.",
    ),
  ];
}

const done = (what: string): Finding => ({ kind: "done", what });
const decide = (what: string): Finding => ({ kind: "decide", what });

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
