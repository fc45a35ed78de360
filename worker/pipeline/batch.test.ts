import { expect, test } from "vitest";
import { batchedById } from "./batch.ts";

function finder() {
  const asked: (readonly string[])[] = [];
  const find = batchedById((ids) => {
    asked.push(ids);
    return Promise.resolve([{ id: "ada" }, { id: "grace" }].filter(({ id }) => ids.includes(id)));
  }, 2);
  return { asked, find };
}

test("concurrent calls: one batch, up to the maximum size", async () => {
  const { asked, find } = finder();
  const found = await Promise.all(["grace", "ada", "nobody"].map(find));
  expect(found).toEqual([{ id: "grace" }, { id: "ada" }, null]);
  expect(asked).toEqual([["grace", "ada"], ["nobody"]]);
});

test("later call for the same id: read again", async () => {
  const { asked, find } = finder();
  expect([await find("ada"), await find("ada")]).toEqual([{ id: "ada" }, { id: "ada" }]);
  expect(asked).toEqual([["ada"], ["ada"]]);
});
