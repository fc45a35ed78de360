import { expect, test } from "vitest";
import { type PixelEvent, subscriptionCancelled } from "./events.ts";
import { reportOnce } from "./report-once.ts";

function browser({ consents = true, stores = true } = {}) {
  const kept = new Map<string, string>();
  const events: PixelEvent[] = [];
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  return {
    kept,
    told: () => events.map(({ eventId }) => eventId),
    report: (id: string): void => {
      reportOnce(`reported:${id}`, subscriptionCancelled(id), {
        storage: stores ? storage : null,
        mayReport: () => consents,
        track: (event) => void events.push(event),
      });
    },
  };
}

test("each is told once", () => {
  const { told, report } = browser();
  for (const id of ["one", "one", "two", "one"]) report(id);
  expect(told()).toEqual(["one", "two"]);
});

test("without consent nothing is told and nothing kept", () => {
  const { told, report, kept } = browser({ consents: false });
  report("one");
  expect(told()).toEqual([]);
  expect(kept.size).toBe(0);
});

test("a browser without storage tells it under the same name each time", () => {
  const { told, report } = browser({ stores: false });
  for (const id of ["one", "one"]) report(id);
  expect(told()).toEqual(["one", "one"]);
});
