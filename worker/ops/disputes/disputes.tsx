/** @jsxImportSource hono/jsx */
import { Hono } from "hono";
import { listDisputes } from "#db/ops/find-refunds.ts";
import type { OpsDeps, OpsEnv } from "../env.ts";
import { page } from "../layout/page.tsx";
import { DisputeTable } from "./dispute-table.tsx";

export function disputeRoutes({ db, now }: OpsDeps) {
  return new Hono<OpsEnv>().get("/", async (c) => {
    const disputes = await listDisputes(db, null);
    return page(
      c,
      { title: "Disputes", current: "disputes" },
      <>
        <h1>Disputes</h1>
        <p class="quiet">
          Without a response by its deadline a dispute is lost. Renewals go on unless Stripe’s
          setting “Manage disputed payments” cancels the subscription.
        </p>
        {disputes.length === 0 ? <p>None.</p> : <DisputeTable disputes={disputes} now={now()} />}
      </>,
    );
  });
}
