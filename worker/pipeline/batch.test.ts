import { expect, test } from "vitest";
import { batchedById } from "./batch.ts";

/** Finds people by id, and writes down who was asked for together. */
function finder() {
  const asked: (readonly string[])[] = [];
  const find = batchedById((ids) => {
    asked.push(ids);
    return Promise.resolve([{ id: "ada" }, { id: "grace" }].filter(({ id }) => ids.includes(id)));
  }, 2);
  return { asked, find };
}

test("those that are asked for at once are read together, as many as go into one statement", async () => {
  const { asked, find } = finder();
  const found = await Promise.all(["grace", "ada", "nobody"].map(find));
  expect(found).toEqual([{ id: "grace" }, { id: "ada" }, null]);
  expect(asked).toEqual([["grace", "ada"], ["nobody"]]);
});

test("who is asked for again is read again", async () => {
  const { asked, find } = finder();
  expect([await find("ada"), await find("ada")]).toEqual([{ id: "ada" }, { id: "ada" }]);
  expect(asked).toEqual([["ada"], ["ada"]]);
});
