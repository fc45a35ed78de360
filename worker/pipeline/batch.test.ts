import { expect, test } from "vitest";
import { batchedById } from "./batch.ts";

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
