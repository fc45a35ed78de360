import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { collect, subscriptionOf } from "../billing/collect.ts";
import type { Invoice } from "../billing/compose-invoice.ts";
import { intentOf } from "../billing/invoices.ts";
import { ApiError } from "../http/stripe-error.ts";
import { findCard } from "../money/cards.ts";
import { find, update } from "../find.ts";
import { attach, type CardDetails, createCard } from "../billing/cards.ts";
import { nowOf, type World } from "../world.ts";
import { cardFields, readCard } from "./card-fields.ts";
import { gone } from "./checkout.ts";
import { alert, day, type Html, layout, money, PAGE_HEADERS } from "./layout.ts";

type App = Hono<{ Bindings: HttpBindings }>;

export function addInvoicePage(app: App, world: World, onChange: () => void): void {
  const show = (c: Context, invoice: Invoice, error: string | null): Response | Promise<Response> =>
    c.html(render(world, invoice, error), error === null ? 200 : 402, PAGE_HEADERS);

  app.get("/invoices/:id/print", (c) => {
    const invoice = world.store.get("invoice", c.req.param("id"));
    return invoice === undefined
      ? c.html(gone("This invoice does not exist."), 404, PAGE_HEADERS)
      : c.html(layout(`Invoice ${invoice.number ?? ""}`, facts(invoice)), 200, PAGE_HEADERS);
  });

  app.get("/invoices/:id", (c) => {
    const invoice = world.store.get("invoice", c.req.param("id"));
    return invoice === undefined
      ? c.html(gone("This invoice does not exist."), 404, PAGE_HEADERS)
      : show(c, invoice, c.req.query("error") ?? null);
  });

  app.post("/invoices/:id/confirm", (c) => {
    const invoice = world.store.get("invoice", c.req.param("id"));
    const intent = invoice === undefined ? null : intentOf(world, invoice.id);
    if (invoice === undefined || intent?.status !== "requires_action") {
      return c.html(gone("This payment needs no confirmation."), 404, PAGE_HEADERS);
    }
    world.store.transaction(() =>
      world.store.put("confirmation", {
        id: intent.id,
        pays: invoice.id,
        paymentMethod: intent.payment_method ?? "",
        returnUrl: invoice.hosted_invoice_url ?? "",
        isShops: false,
      }),
    );
    return c.redirect(`/confirm/${intent.id}`, 303);
  });

  app.post("/invoices/:id", async (c) => {
    const invoice = world.store.get("invoice", c.req.param("id"));
    if (invoice === undefined)
      return c.html(gone("This invoice does not exist."), 404, PAGE_HEADERS);
    if (invoice.status !== "open") return show(c, invoice, "This invoice is not open.");
    const card = readCard(await c.req.parseBody(), nowOf(world, invoice.customer));
    if (typeof card === "string") return show(c, invoice, card);
    const result = world.store.transaction(() => payWith(world, invoice, card));
    onChange();
    const after = find(world, "invoice", invoice.id);
    if (typeof result === "string") return show(c, after, result);
    return c.redirect(result.href, 303);
  });
}

function payWith(
  world: World,
  invoice: Invoice,
  typed: CardDetails & { number: string },
): URL | string {
  const customer = invoice.customer ?? "";
  const saved = saveCard(world, customer, typed);
  if ("error" in saved) return saved.error;
  const at = nowOf(world, customer);
  const here = new URL(invoice.hosted_invoice_url ?? world.baseUrl);
  const collected = collect(world, invoice, {
    at,
    paymentMethod: saved.id,
    by: "person",
  });
  if (collected.kind === "no_card") throw new Error("Bug: a typed card is no card.");
  if (collected.kind === "paid") {
    const subscription = subscriptionOf(world, collected.invoice);
    if (subscription !== null) {
      update(world, "subscription", subscription, { default_payment_method: saved.id });
    }
    return here;
  }
  if (collected.kind === "declined") {
    return collected.attempt.kind === "declined"
      ? collected.attempt.decline.message
      : "Your card was declined.";
  }
  const { intent } = collected.attempt;
  world.store.put("confirmation", {
    id: intent.id,
    pays: invoice.id,
    paymentMethod: saved.id,
    returnUrl: here.href,
    isShops: false,
  });
  return new URL(`/confirm/${intent.id}`, world.baseUrl);
}

export function saveCard(
  world: World,
  customer: string,
  typed: CardDetails & { number: string },
): { id: string } | { error: string } {
  const card = findCard(typed.number);
  if (card === null) return { error: "Your card number is invalid." };
  try {
    const made = createCard(world, card, typed);
    return { id: attach(world, made.id, customer).id };
  } catch (error) {
    if (error instanceof ApiError) return { error: error.message };
    throw error;
  }
}

function render(world: World, invoice: Invoice, error: string | null): Html {
  const waits = intentOf(world, invoice.id)?.status === "requires_action";
  return layout(
    `Invoice ${invoice.number ?? ""}`,
    html`
      ${facts(invoice)} ${alert(error)}
      ${
        invoice.status === "open"
          ? html`${
                waits
                  ? html`<form method="post" action="/invoices/${invoice.id}/confirm">
                      <p>Your bank wants you to confirm this payment.</p>
                      <button type="submit" id="confirm">Confirm the payment</button>
                    </form>`
                  : ""
              }
              <h2>Pay with ${waits ? "another" : "a"} card</h2>
              <form method="post" action="/invoices/${invoice.id}">
                ${cardFields({})}
                <button type="submit" id="pay">
                  Pay ${money(invoice.amount_remaining, invoice.currency)}
                </button>
              </form>`
          : ""
      }
    `,
  );
}

function facts(invoice: Invoice): Html {
  return html`
    <h1>Invoice ${invoice.number}</h1>
    <p class="total">
      ${money(invoice.amount_due, invoice.currency)} <span id="status">${invoice.status}</span>
    </p>
    <p>${invoice.account_name} to ${invoice.customer_email}, ${day(invoice.created)}</p>
    <ul class="lines">
      ${invoice.lines.data.map(
        (line) =>
          html`<li>
            <span>${line.description}</span>
            <span>${money(line.amount, line.currency)}</span>
          </li>`,
      )}
      ${(invoice.total_discount_amounts ?? []).map(
        (discount) =>
          html`<li>
            <span>Discount</span>
            <span>−${money(discount.amount, invoice.currency)}</span>
          </li>`,
      )}
      ${
        invoice.starting_balance === 0
          ? ""
          : html`<li>
              <span>Balance from before</span>
              <span>${money(invoice.starting_balance, invoice.currency)}</span>
            </li>`
      }
    </ul>
  `;
}
