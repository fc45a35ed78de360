import { expect, test } from "vitest";
import { batchedById, batchedWrite } from "./batch.ts";

function createFind() {
  const lists: (readonly string[])[] = [];
  const find = batchedById((ids) => {
    lists.push(ids);
    return Promise.resolve([{ id: "ada" }, { id: "grace" }].filter(({ id }) => ids.includes(id)));
  }, 2);
  return { lists, find };
}

test("concurrent calls: share one batch, up to its maximum size", async () => {
  const { lists, find } = createFind();
  const found = await Promise.all(["grace", "ada", "nobody"].map(find));
  expect(found).toEqual([{ id: "grace" }, { id: "ada" }, null]);
  expect(lists).toEqual([["grace", "ada"], ["nobody"]]);
});

test("later call for the same id: the row is read again", async () => {
  const { lists, find } = createFind();
  expect([await find("ada"), await find("ada")]).toEqual([{ id: "ada" }, { id: "ada" }]);
  expect(lists).toEqual([["ada"], ["ada"]]);
});

test("calls during a run: wait for its end, and share the next one", async () => {
  const runs: { keys: readonly number[]; end: () => void }[] = [];
  const write = batchedWrite<number>(
    (keys) => new Promise<void>((end) => void runs.push({ keys, end })),
    10,
  );
  const began = (count: number) => expect.poll(() => runs.length).toBe(count);
  const first = write(1);
  await began(1);
  const later = [write(2), write(3)];
  // By then a run that did not wait would have begun.
  await new Promise(setImmediate);
  expect(runs.map(({ keys }) => keys)).toEqual([[1]]);
  runs[0]?.end();
  await began(2);
  runs[1]?.end();
  await Promise.all([first, ...later]);
  expect(runs.map(({ keys }) => keys)).toEqual([[1], [2, 3]]);
});
