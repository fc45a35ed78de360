import { describe, expect, test } from "vitest";
import { RETENTION_OFFER } from "./coupons.ts";
import { chooseOfferCoupon, isRetentionCoupon, RETENTION_OFFER_EXTENDED } from "./offer-length.ts";

test("a coupon of the offer: either length, and no other", () => {
  const ids = [RETENTION_OFFER.couponId, RETENTION_OFFER_EXTENDED.couponId, "tidepost_other", null];
  expect(ids.map(isRetentionCoupon)).toEqual([true, true, false, false]);
});

const DAY_S = 24 * 3_600;
const PROMISED = 3;

/** All renewals of a subscription from its start on, in seconds since the epoch. */
function renewalsOf(anchor: string): number[] {
  return Array.from({ length: 60 }, (_, count) => later(secondsOf(anchor), count));
}

function secondsOf(moment: string): number {
  return Date.parse(moment) / 1_000;
}

/** Adds months as Stripe does: the same day, or the month's last. */
function later(from: number, months: number): number {
  const date = new Date(from * 1_000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const midnight = Math.min(Date.UTC(year, month, date.getUTCDate()), Date.UTC(year, month + 1, 0));
  return midnight / 1_000 + (from % DAY_S);
}

/** The coupon's months, and the number of renewals that it reduces. */
function claim(renewals: readonly number[], anchor: number, start: number) {
  const periodEnd = renewals.find((renewal) => renewal > start) ?? 0;
  const { months } = chooseOfferCoupon({ start, periodEnd, anchor });
  return { months, reduced: countReduced(renewals, start, months) };
}

function countReduced(renewals: readonly number[], start: number, months: number): number {
  const end = later(start, months);
  return renewals.filter((renewal) => renewal > start && renewal < end).length;
}

test.each([
  // Start of the subscription, acceptance.
  ["2026-01-01T10:00:00Z", "2027-02-01T09:59:59Z", 3, "right before a renewal"],
  ["2026-01-01T10:00:00Z", "2027-02-01T10:00:00Z", 4, "in the second of a renewal"],
  ["2026-01-01T10:00:00Z", "2027-02-01T10:00:01Z", 3, "right after a renewal"],
  ["2026-01-15T10:00:00Z", "2027-02-15T09:59:59Z", 3, "right before a renewal"],
  ["2026-01-15T10:00:00Z", "2027-02-15T10:00:01Z", 3, "right after a renewal"],
  ["2026-01-15T10:00:00Z", "2027-02-28T12:00:00Z", 3, "at a month's end"],
  ["2026-01-28T10:00:00Z", "2027-02-28T12:00:00Z", 3, "on the day of February's renewal"],
  ["2026-01-28T10:00:00Z", "2028-02-29T12:00:00Z", 3, "on a leap day"],
  ["2026-01-29T10:00:00Z", "2027-02-28T09:59:59Z", 3, "right before February's renewal"],
  ["2026-01-29T10:00:00Z", "2027-02-28T10:00:01Z", 4, "right after February's renewal"],
  ["2026-01-29T10:00:00Z", "2027-02-28T23:59:59Z", 4, "in February's last second"],
  ["2026-01-29T10:00:00Z", "2027-03-01T00:00:00Z", 3, "in March's first second"],
  ["2026-01-29T10:00:00Z", "2028-02-29T12:00:00Z", 3, "on a leap day, which is its own"],
  ["2026-01-30T10:00:00Z", "2027-02-28T09:59:59Z", 3, "right before February's renewal"],
  ["2026-01-30T10:00:00Z", "2027-02-28T12:00:00Z", 4, "after February's renewal"],
  ["2026-01-30T10:00:00Z", "2028-02-29T09:59:59Z", 3, "right before a leap day's renewal"],
  ["2026-01-30T10:00:00Z", "2028-02-29T12:00:00Z", 4, "after a leap day's renewal"],
  ["2026-01-30T10:00:00Z", "2027-04-30T12:00:00Z", 3, "after April's renewal, which has its day"],
  ["2026-01-31T10:00:00Z", "2027-02-28T09:59:59Z", 3, "right before February's renewal"],
  ["2026-01-31T10:00:00Z", "2027-02-28T12:00:00Z", 4, "after February's renewal"],
  ["2026-01-31T10:00:00Z", "2028-02-29T12:00:00Z", 4, "after a leap day's renewal"],
  ["2026-01-31T10:00:00Z", "2028-02-28T12:00:00Z", 3, "on the day before a leap day's renewal"],
  ["2026-01-31T10:00:00Z", "2027-04-30T09:59:59Z", 3, "right before April's renewal"],
  ["2026-01-31T10:00:00Z", "2027-04-30T12:00:00Z", 4, "after April's renewal"],
  ["2026-01-31T10:00:00Z", "2027-05-01T00:00:00Z", 3, "in May's first second"],
  ["2026-01-31T10:00:00Z", "2027-06-30T12:00:00Z", 3, "before three renewals to a short month"],
  ["2026-01-31T10:00:00Z", "2027-09-30T12:00:00Z", 4, "after September's renewal"],
  ["2026-01-31T10:00:00Z", "2027-11-30T12:00:00Z", 3, "before three renewals to February"],
  ["2026-01-31T10:00:00Z", "2027-03-31T09:59:59Z", 3, "right before March's renewal"],
] as const)("paid since %s, accepted at %s: %i months (%s)", (anchor, start, months, _when) => {
  expect(claim(renewalsOf(anchor), secondsOf(anchor), secondsOf(start))).toEqual({
    months,
    reduced: PROMISED,
  });
});

test("an upgrade that moves the billing anchor: months count from the new anchor", () => {
  // From the 15th to 31 January: the running period ends with February.
  const moved = {
    periodEnd: secondsOf("2027-02-28T10:00:00Z"),
    anchor: secondsOf("2027-01-31T10:00:00Z"),
  };
  const before = secondsOf("2027-02-10T10:00:00Z");
  expect(chooseOfferCoupon({ ...moved, start: before }).months).toBe(3);
  const after = { ...moved, periodEnd: secondsOf("2027-03-31T10:00:00Z") };
  const start = secondsOf("2027-02-28T12:00:00Z");
  expect(chooseOfferCoupon({ ...after, start }).months).toBe(4);
  // From the 31st to the 15th.
  const fifteenth = {
    periodEnd: secondsOf("2027-03-15T10:00:00Z"),
    anchor: secondsOf("2027-02-15T10:00:00Z"),
  };
  expect(chooseOfferCoupon({ ...fifteenth, start }).months).toBe(3);
});

test("a trial: months count from its end", () => {
  const trialEnd = secondsOf("2027-03-31T10:00:00Z");
  const start = secondsOf("2027-02-28T12:00:00Z");
  expect(chooseOfferCoupon({ start, periodEnd: trialEnd, anchor: trialEnd }).months).toBe(4);
});

test("a renewal that is due but not collected yet: counts as the first", () => {
  const due = {
    periodEnd: secondsOf("2027-02-28T10:00:00Z"),
    anchor: secondsOf("2026-01-31T10:00:00Z"),
    start: secondsOf("2027-02-28T10:00:01Z"),
  };
  expect(chooseOfferCoupon(due).months).toBe(3);
});

/** Both ends of each span in which the result stays the same: it changes at midnight and at the time of the renewals. */
function momentsOf(anchor: number, until: number): number[] {
  const time = anchor % DAY_S;
  const moments: number[] = [];
  for (let midnight = anchor - time; midnight < until; midnight += DAY_S) {
    const renewal = midnight + time;
    moments.push(midnight, renewal - 1, renewal, renewal + 1, midnight + DAY_S - 1);
  }
  return moments.filter((moment) => moment > anchor);
}

describe.each(["01", "15", "28", "29", "30", "31"])("paid on the %s", (day) => {
  test.each(["00:00", "10:00", "23:59"])(
    "at %s, accepted on any day of four years: reduces three renewals, or four where three is impossible",
    (time) => {
      const anchor = `2026-12-${day}T${time}:30Z`;
      const renewals = renewalsOf(anchor);
      const wrong: string[] = [];
      for (const start of momentsOf(secondsOf(anchor), secondsOf("2030-12-01T00:00:00Z"))) {
        const { reduced } = claim(renewals, secondsOf(anchor), start);
        if (reduced === PROMISED) continue;
        const isPossible = [2, 3, 4].some(
          (months) => countReduced(renewals, start, months) === PROMISED,
        );
        if (isPossible || reduced !== PROMISED + 1) {
          wrong.push(new Date(start * 1_000).toISOString());
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});

test.each([
  ["2026-01-28T10:00:00Z", "2026-11-29T09:00:00Z", "two with three months, four with four"],
  ["2026-01-30T10:00:00Z", "2027-01-31T09:00:00Z", "two with three months, four with four"],
  ["2026-01-31T10:00:00Z", "2027-01-30T12:00:00Z", "two with two months, four with three"],
])("paid since %s, accepted at %s: reduces four (%s)", (anchor, start) => {
  expect(claim(renewalsOf(anchor), secondsOf(anchor), secondsOf(start)).reduced).toBe(4);
});
