import { expect, test } from "vitest";
import { HOUR_MS } from "#contracts/durations.ts";
import { memoryStorage } from "../../../../tests/support/memory-storage.ts";
import { guestKey } from "./guest-key.ts";

const ONE = "0191e3a8-5f6b-7c1d-9e2f-3a4b5c6d7e8f";
const OTHER = "1191e3a8-5f6b-7c1d-9e2f-3a4b5c6d7e8f";
const NOW_MS = 1_795_000_000_000;

function saved(key: string, madeAtMs: number): string {
  return JSON.stringify({ key, madeAtMs });
}

test.each([
  ["of a minute ago is used again", saved(ONE, NOW_MS - 60_000), ONE],
  ["of yesterday's hour is used again", saved(ONE, NOW_MS - 23 * HOUR_MS), ONE],
  ["of a day ago is not", saved(ONE, NOW_MS - 24 * HOUR_MS), OTHER],
  ["of tomorrow is not", saved(ONE, NOW_MS + HOUR_MS), OTHER],
  ["without a time is not", JSON.stringify({ key: ONE }), OTHER],
  ["that is none is not", saved("somebody", NOW_MS), OTHER],
])("guest key: one %s", (_, kept, expected) => {
  const storage = memoryStorage({ checkoutGuest: kept });
  expect(guestKey(storage, NOW_MS, () => OTHER)).toBe(expected);
  expect(guestKey(storage, NOW_MS, () => "a third")).toBe(expected);
});

test("guest key: made once when none is saved", () => {
  const storage = memoryStorage();
  expect(guestKey(storage, NOW_MS, () => ONE)).toBe(ONE);
  expect(guestKey(storage, NOW_MS, () => OTHER)).toBe(ONE);
});

test("browser without storage: new guest key each time", () => {
  expect(guestKey(null, NOW_MS, () => ONE)).toBe(ONE);
  expect(guestKey(null, NOW_MS, () => OTHER)).toBe(OTHER);
});
