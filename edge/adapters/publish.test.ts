import { expect, test } from "vitest";
import { createPublish } from "./publish.ts";

const EVENTS = Array.from({ length: 200 }, (_, index) => `evt_${index}`);

async function publishersOf(EDGE_PUBLISHERS: number): Promise<string[]> {
  const names: string[] = [];
  const { now } = createPublish(
    { EDGE_PUBLISH: "on", EDGE_PUBLISHERS, REDIS_URL: "redis://queue.test" },
    {
      idFromName: (name: string) => ({ name }),
      get({ name }: { name: string }) {
        names.push(name);
        return { publish: () => Promise.resolve() };
      },
    },
  );
  for (const eventId of EVENTS) await now?.({ eventId, type: "ContactSubmitted", version: 1 });
  return names;
}

test("one publisher: has every event", async () => {
  expect(new Set(await publishersOf(1))).toEqual(new Set(["events-0"]));
});

test("four publishers: share the events, and a repeated event has the same one", async () => {
  const names = await publishersOf(4);
  expect(await publishersOf(4)).toEqual(names);
  const sizes = [...Map.groupBy(names, (name) => name).values()].map((group) => group.length);
  expect(sizes).toHaveLength(4);
  expect(Math.min(...sizes)).toBeGreaterThan(EVENTS.length / 8);
});
