import { sql } from "drizzle-orm";
import { expect } from "vitest";
import * as z from "zod";
import { newEvent } from "#contracts/events/new-event.ts";
import { rowsOf } from "#db/client.ts";
import { test } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { insertEvent } from "./insert-event.ts";

const SENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

test("event of an effect: has the trace of its request", async ({ database }) => {
  const insert = async (correlationId: string | null, given: { traceparent?: string | null }) => {
    const context = { makeId: newId, now: () => new Date(), correlationId, ...given };
    const event = newEvent(
      context,
      "PurchaseClaimed",
      { kind: "visitor" },
      {
        customerId: "cus_1",
        userId: "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11",
        proof: "mail",
      },
    );
    return rowsOf(
      database.db,
      z.object({ traceparent: z.nullable(z.string()) }),
    )`${insertEvent(event, { type: "customer", id: "cus_1" }, sql.empty())} returning traceparent`;
  };
  expect(await insert("req_1", { traceparent: SENT })).toEqual([{ traceparent: SENT }]);
  expect(await insert("req_2", { traceparent: null })).toEqual([{ traceparent: null }]);
  expect(await insert("req_1", {})).toEqual([{ traceparent: SENT }]);
  expect(await insert("req_2", {})).toEqual([{ traceparent: null }]);
  expect(await insert(null, {})).toEqual([{ traceparent: null }]);
});
