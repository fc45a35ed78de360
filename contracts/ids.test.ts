import { describe, expect, test } from "vitest";
import { ID_RANDOM_BYTES, isId, makeId } from "./ids.ts";

const zeros = new Uint8Array(ID_RANDOM_BYTES);
const ones = new Uint8Array(ID_RANDOM_BYTES).fill(255);

describe("makeId", () => {
  test("ids of one kind sort by creation time, whatever their random part", () => {
    const times = [0, 1, 31, 32, 1_000, 1_763_680_000_000, 1_763_680_000_001, 2 ** 48 - 1];
    const ids = times.map((time, i) => makeId("event", time, i % 2 === 0 ? ones : zeros));
    expect(ids.toSorted()).toEqual(ids);
  });

  test("an id starts with its prefix and is a valid BullMQ job id", () => {
    const id = makeId("event", 1_763_680_000_000, ones);
    expect(id).toMatch(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(id).not.toContain(":");
    expect(isId("event", id)).toBe(true);
    expect(isId("submission", id)).toBe(false);
  });

  test("rejects too few random bytes", () => {
    expect(() => makeId("request", 0, new Uint8Array(3))).toThrow(RangeError);
  });
});
