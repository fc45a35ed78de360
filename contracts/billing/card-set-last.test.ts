import { expect, test } from "vitest";
import { cardSetLast, datedCards, type SetCards } from "./card-set-last.ts";

const NOW_S = 1_000;
const OLD = { id: "pm_old", createdS: 10 };
const NEW = { id: "pm_new", createdS: 20 };
/** Created by a clock that is ahead of ours. */
const AHEAD = { id: "pm_ahead", createdS: 2_000 };

type Card = typeof OLD | null;

function dated(saved: SetCards | null, given: { set: Card; own?: Card; bySchedule?: string }) {
  const { set, own = null, bySchedule = null } = given;
  const schedule = { id: "sub_sched_1", cardId: bySchedule, isOutdated: false };
  const subscription = { id: "sub_1", ownCard: own, schedule };
  return datedCards(
    {
      customer: { defaultCard: set },
      subscriptions: [subscription],
    } as unknown as Parameters<typeof datedCards>[0],
    saved,
    new Date(NOW_S * 1_000),
  );
}

const SAVED_NEW: SetCards = { default: { id: NEW.id, sinceS: 30 } };

test.for([
  ["first sync: the newer of default and own card", null, { set: OLD, own: NEW }, NEW.id],
  ["first sync: of two as old the default", null, { set: OLD, own: OLD }, OLD.id],
  ["the default unchanged", SAVED_NEW, { set: NEW }, NEW.id],
  ["an older default set since", SAVED_NEW, { set: OLD }, OLD.id],
  ["an older own card set since", SAVED_NEW, { set: NEW, own: OLD }, OLD.id],
  [
    "an older own card that a schedule repeats",
    SAVED_NEW,
    { set: NEW, own: OLD, bySchedule: OLD.id },
    NEW.id,
  ],
  ["default and own card set since: the default", SAVED_NEW, { set: OLD, own: AHEAD }, OLD.id],
  ["the default removed", SAVED_NEW, { set: null }, null],
  [
    "an older default set again, after one of a clock that is ahead",
    { default: { id: AHEAD.id, sinceS: AHEAD.createdS } },
    { set: OLD, own: AHEAD, bySchedule: AHEAD.id },
    OLD.id,
  ],
] as const)("%s", ([, saved, given, expected]) => {
  expect(cardSetLast(dated(saved, given), ["sub_1"])).toBe(expected);
});

test.for([
  ["now", SAVED_NEW, { set: OLD }, NOW_S],
  [
    "after what a clock ahead of ours has dated",
    { sub_1: { id: AHEAD.id, sinceS: 2_000 } },
    { set: OLD },
    2_001,
  ],
  [
    "after a card that a clock ahead of ours has created",
    SAVED_NEW,
    { set: OLD, own: AHEAD },
    2_001,
  ],
] as const)("an older default set since counts from %s", ([, saved, given, sinceS]) => {
  expect(dated(saved, given)).toMatchObject({ default: { id: OLD.id, sinceS } });
});

test("a typed card wins over a default that was set before it, and over none set after", () => {
  const typed = { id: "pm_typed", createdS: 40 };
  expect(cardSetLast(dated(SAVED_NEW, { set: NEW }), [], typed)).toBe(typed.id);
  expect(cardSetLast(dated(SAVED_NEW, { set: OLD }), [], typed)).toBe(OLD.id);
});
