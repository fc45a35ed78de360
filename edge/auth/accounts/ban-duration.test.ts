import { expect, test } from "vitest";
import { readBanDuration } from "./ban-duration.ts";

const NOW = new Date("2026-11-20T12:00:00Z");

test.each([
  ["none", null],
  ["24h", "2026-11-21T12:00:00.000Z"],
  ["1h30m", "2026-11-20T13:30:00.000Z"],
  ["1.5h", "2026-11-20T13:30:00.000Z"],
  ["300ms", "2026-11-20T12:00:00.300Z"],
  ["876000h", "2126-10-27T12:00:00.000Z"],
])("ban of %s: ends at %s", (text, end) => {
  expect(readBanDuration(text, NOW)).toBe(end);
});

test.each(["", "24", "h", "-24h", "24h ", "1d", "NaNh", "99999999999h", "1e9h"])(
  "ban of “%s”: rejected",
  (text) => {
    expect(() => readBanDuration(text, NOW)).toThrow("ban_duration");
  },
);
