import { expect, test } from "vitest";
import { memoryStorage } from "../../../../tests/support/memory-storage.ts";
import { type PixelEvent, subscriptionCancelled } from "./events.ts";
import { reportOnce } from "./report-once.ts";

function browser({ consents = true, stores = true } = {}) {
  const events: PixelEvent[] = [];
  const storage = memoryStorage();
  return {
    kept: storage.items,
    told: () => events.map(({ eventId }) => eventId),
    report: (id: string): void => {
      reportOnce(`cancellationReported:${id}`, subscriptionCancelled(id), {
        storage: stores ? storage : null,
        mayReport: () => consents,
        track: (event) => void events.push(event),
      });
    },
  };
}

test("reportOnce: reports each id once", () => {
  const { told, report } = browser();
  for (const id of ["one", "one", "two", "one"]) report(id);
  expect(told()).toEqual(["one", "two"]);
});

test("no consent: nothing reported, nothing stored", () => {
  const { told, report, kept } = browser({ consents: false });
  report("one");
  expect(told()).toEqual([]);
  expect(kept.size).toBe(0);
});

test("browser without storage: repeats with the same event id", () => {
  const { told, report } = browser({ stores: false });
  for (const id of ["one", "one"]) report(id);
  expect(told()).toEqual(["one", "one"]);
});
