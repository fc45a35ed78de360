import type { HttpBindings } from "@hono/node-server";
import type { Hono } from "hono";
import { html } from "hono/html";
import { confirmPayment } from "../billing/confirm.ts";
import { find } from "../find.ts";
import type { World } from "../world.ts";
import { gone } from "./checkout.ts";
import { layout, money, PAGE_HEADERS } from "./layout.ts";

export function addConfirmPage(
  app: Hono<{ Bindings: HttpBindings }>,
  world: World,
  onChange: () => void,
): void {
  app.get("/confirm/:id", (c) => {
    const intent = world.store.get("payment_intent", c.req.param("id"));
    const confirmation = world.store.get("confirmation", c.req.param("id"));
    if (intent === undefined || confirmation === undefined) {
      return c.html(gone("This payment needs no confirmation."), 404, PAGE_HEADERS);
    }
    const card = world.store.get("payment_method", confirmation.paymentMethod)?.card;
    return c.html(
      layout(
        "3-D Secure test page",
        html`<h1>Confirm your payment</h1>
          <p>
            Your bank asks: do you pay
            <strong>${money(intent.amount, intent.currency)}</strong> to
            <strong>${world.accountName}</strong> with the card ending in ${card?.last4}?
          </p>
          <form method="post">
            <button type="submit" name="answer" value="yes" id="complete">
              Complete authentication
            </button>
            <button type="submit" name="answer" value="no" id="fail" class="quiet">
              Fail authentication
            </button>
          </form>`,
      ),
      200,
      PAGE_HEADERS,
    );
  });

  app.post("/confirm/:id", async (c) => {
    const confirmation = world.store.get("confirmation", c.req.param("id"));
    if (confirmation === undefined) {
      return c.html(gone("This payment needs no confirmation."), 404, PAGE_HEADERS);
    }
    const form = await c.req.parseBody();
    const result = world.store.transaction(() =>
      confirmPayment(world, confirmation, form["answer"] === "yes"),
    );
    onChange();
    const back = new URL(confirmation.returnUrl);
    if (confirmation.isShops) {
      const { id, client_secret: secret } = find(world, "payment_intent", confirmation.id);
      back.searchParams.set("payment_intent", id);
      back.searchParams.set("payment_intent_client_secret", secret ?? "");
      back.searchParams.set("redirect_status", result.kind === "error" ? "failed" : "succeeded");
      return c.redirect(back.href, 303);
    }
    if (result.kind !== "error") return c.redirect(result.url, 303);
    back.searchParams.set("error", result.message);
    return c.redirect(back.href, 303);
  });
}
