import { expect, test } from "vitest";
import { createConnectionErrorLog } from "./connection-error-log.ts";

test("an error of many connections: logged once a minute, another error at once", () => {
  const lines: unknown[] = [];
  let nowMs = Date.parse("2026-11-23T09:00:00Z");
  const onError = createConnectionErrorLog({
    log: { warn: (line: unknown) => void lines.push(line) },
    now: () => new Date(nowMs),
  });
  const redis = new Error("connect ECONNREFUSED 127.0.0.1:6379");
  onError(redis);
  onError(redis);
  onError(new Error("connect ECONNREFUSED 127.0.0.1:5432"));
  nowMs += 60_000;
  onError(redis);
  expect(lines).toEqual([
    { error: "Error: connect ECONNREFUSED 127.0.0.1:6379" },
    { error: "Error: connect ECONNREFUSED 127.0.0.1:5432" },
    { error: "Error: connect ECONNREFUSED 127.0.0.1:6379" },
  ]);
});
