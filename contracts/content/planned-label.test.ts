import { expect, test } from "vitest";
import { plannedLabel } from "./planned-label.ts";

test("planned day and time: as stored", () => {
  const planned = { plannedOn: "2026-11-27", plannedTime: "09:05" };
  expect(plannedLabel(planned)).toBe("Friday 27 November at 09:05");
});
