import type { HttpBindings } from "@hono/node-server";
import type { Hono } from "hono";
import { html } from "hono/html";
import type { World } from "../world.ts";
import { gone } from "./checkout.ts";
import { day, layout, money, PAGE_HEADERS } from "./layout.ts";

export function addReceiptPage(app: Hono<{ Bindings: HttpBindings }>, world: World): void {
  app.get("/receipts/:id", (c) => {
    const charge = world.store.get("charge", c.req.param("id"));
    if (charge?.paid !== true) {
      return c.html(gone("This receipt does not exist."), 404, PAGE_HEADERS);
    }
    const { accountName: shop } = world;
    return c.html(
      layout(
        `Receipt from ${shop}`,
        html`
          <h1>Receipt from ${shop}</h1>
          <p class="total">${money(charge.amount, charge.currency)} <span>paid</span></p>
          <p>${day(charge.created)}</p>
          ${
            charge.amount_refunded === 0
              ? ""
              : html`<p>${money(charge.amount_refunded, charge.currency)} refunded</p>`
          }
        `,
      ),
      200,
      PAGE_HEADERS,
    );
  });
}
