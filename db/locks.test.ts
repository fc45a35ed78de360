import { expect } from "vitest";
import { test } from "../tests/support/database.ts";
import { openLocks } from "./locks.ts";

const open = (url: string) => openLocks(url, { onError: () => undefined });

test("work under one name never overlaps, within a process or between two", async ({
  database,
}) => {
  const [one, two] = [open(database.url), open(database.url)];
  let inside = 0;
  let most = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await database.query("select pg_sleep(0.005)");
    inside -= 1;
  };
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : two).hold("cus_1", work)),
  );
  expect(most).toBe(1);
  await Promise.all([one.close(), two.close()]);
});

test("work that comes while the last of its name still runs waits for it", async ({ database }) => {
  const locks = open(database.url);
  const { promise: finished, resolve: finish } = Promise.withResolvers<string>();
  const first = locks.hold("cus_1", () => Promise.resolve("first"));
  const second = locks.hold("cus_1", () => finished);
  await first;
  let hasBegun = false;
  const third = locks.hold("cus_1", () => {
    hasBegun = true;
    return Promise.resolve("third");
  });
  // Its connection answers in order, so that the third would have had its lock by now.
  await locks.hold("cus_2", () => Promise.resolve());
  expect(hasBegun).toBe(false);
  finish("second");
  expect(await Promise.all([second, third])).toEqual(["second", "third"]);
  await locks.close();
});

test("work under other names does not wait", async ({ database }) => {
  const locks = open(database.url);
  const { promise: opened, resolve: openUp } = Promise.withResolvers<string>();
  const first = locks.hold("cus_1", () => opened);
  expect(await locks.hold("cus_2", () => Promise.resolve("through"))).toBe("through");
  openUp("done");
  expect(await first).toBe("done");
  await locks.close();
});

test("work that throws: releases the name and passes the error on", async ({ database }) => {
  const locks = open(database.url);
  const failing = locks.hold("cus_1", () => Promise.reject(new Error("no luck")));
  const next = locks.hold("cus_1", () => Promise.resolve("next"));
  await expect(failing).rejects.toThrow("no luck");
  expect(await next).toBe("next");
  await locks.close();
});

test("connection that breaks: its names are free at once, and its work fails", async ({
  database,
}) => {
  const [one, two] = [open(database.url), open(database.url)];
  const { promise: finished, resolve: finish } = Promise.withResolvers<string>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const losing = one.hold("cus_1", () => {
    begin();
    return finished;
  });
  await begun;
  await database.query(
    "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
  );
  expect(await two.hold("cus_1", () => Promise.resolve("through"))).toBe("through");
  finish("done");
  await expect(losing).rejects.toThrow("the lock was lost");
  expect(await one.hold("cus_1", () => Promise.resolve("again"))).toBe("again");
  await Promise.all([one.close(), two.close()]);
});
