import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { attach, type CardDetails, createCard } from "../billing/cards.ts";
import { collect } from "../billing/collect.ts";
import type { Invoice } from "../billing/compose-invoice.ts";
import { intentOf } from "../billing/invoices.ts";
import { find } from "../find.ts";
import { findCard } from "../money/cards.ts";
import { nowOf, type World } from "../world.ts";
import { cardFields, readCard } from "./card-fields.ts";
import { gone } from "./checkout.ts";
import { isInvoiceUrlDead } from "./invoice-url.ts";
import { alert, day, type Html, layout, money, PAGE_HEADERS } from "./layout.ts";

type App = Hono<{ Bindings: HttpBindings }>;

export function addInvoicePage(app: App, world: World, onChange: () => void): void {
  const show = (c: Context, invoice: Invoice, error: string | null): Response | Promise<Response> =>
    c.html(
      render(world, invoice, { error, query: new URL(c.req.url).search }),
      error === null ? 200 : 402,
      PAGE_HEADERS,
    );

  app.get("/invoices/:id/print", (c) => {
    const invoice = world.store.get("invoice", c.req.param("id"));
    return invoice === undefined
      ? c.html(gone("This invoice does not exist."), 404, PAGE_HEADERS)
      : c.html(layout(`Invoice ${invoice.number ?? ""}`, facts(invoice)), 200, PAGE_HEADERS);
  });

  app.get("/invoices/:id", (c) => {
    const invoice = world.store.get("invoice", c.req.param("id"));
    if (invoice === undefined) {
      return c.html(gone("This invoice does not exist."), 404, PAGE_HEADERS);
    }
    return isInvoiceUrlDead(world, c.req.url, invoice)
      ? c.html(
          gone(`This page is no longer available. Contact ${world.accountName}.`),
          410,
          PAGE_HEADERS,
        )
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
        returnUrl: c.req.url.replace("/confirm", ""),
        isShops: false,
        isCardSaved: false,
      }),
    );
    return c.redirect(`/confirm/${intent.id}`, 303);
  });

  app.post("/invoices/:id", async (c) => {
    const invoice = world.store.get("invoice", c.req.param("id"));
    if (invoice === undefined)
      return c.html(gone("This invoice does not exist."), 404, PAGE_HEADERS);
    if (invoice.status !== "open") return show(c, invoice, "This invoice is not open.");
    const form = await c.req.parseBody();
    const card = readCard(form, nowOf(world, invoice.customer));
    if (typeof card === "string") return show(c, invoice, card);
    const isTicked = form["save"] === "on";
    const result = world.store.transaction(() =>
      payWith(world, invoice, { ...card, isTicked, here: c.req.url }),
    );
    onChange();
    const after = find(world, "invoice", invoice.id);
    if (typeof result === "string") return show(c, after, result);
    return c.redirect(result.href, 303);
  });
}

function payWith(
  world: World,
  invoice: Invoice,
  typed: CardDetails & { number: string; isTicked: boolean; here: string },
): URL | string {
  const card = findCard(typed.number);
  if (card === null) return "Your card number is invalid.";
  const customer = invoice.customer ?? "";
  const { id: paymentMethod } = createCard(world, card, typed);
  const { hostedCardSave: save } = world.settings;
  const isCardSaved = save === "always" || (save === "offer" && typed.isTicked);
  const here = new URL(typed.here);
  const collected = collect(world, invoice, {
    at: nowOf(world, customer),
    paymentMethod,
    by: "person",
    isPresent: true,
  });
  if (collected.kind === "no_card") throw new Error("Bug: a typed card is no card.");
  if (collected.kind === "paid" || collected.kind === "processing") {
    // Saved is attached: Stripe does not say that it becomes a default.
    if (isCardSaved) attach(world, paymentMethod, customer);
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
    paymentMethod,
    returnUrl: here.href,
    isShops: false,
    isCardSaved,
  });
  return new URL(`/confirm/${intent.id}`, world.baseUrl);
}

function render(
  world: World,
  invoice: Invoice,
  { error, query }: { error: string | null; query: string },
): Html {
  const waits = intentOf(world, invoice.id)?.status === "requires_action";
  return layout(
    `Invoice ${invoice.number ?? ""}`,
    html`
      ${facts(invoice)} ${alert(error)}
      ${
        invoice.status === "open"
          ? html`${
                waits
                  ? html`<form method="post" action="/invoices/${invoice.id}/confirm${query}">
                      <p>Your bank wants you to confirm this payment.</p>
                      <button type="submit" id="confirm">Confirm the payment</button>
                    </form>`
                  : ""
              }
              <h2>Pay with ${waits ? "another" : "a"} card</h2>
              <form method="post" action="/invoices/${invoice.id}${query}">
                ${cardFields({})}
                ${
                  world.settings.hostedCardSave === "offer"
                    ? html`<label class="check">
                        <input type="checkbox" id="save" name="save" /> Save this card
                      </label>`
                    : ""
                }
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
    <p id="customer">
      ${[
        invoice.customer_name,
        invoice.customer_address?.line1,
        invoice.customer_address?.city,
        invoice.customer_address?.postal_code,
        ...(invoice.customer_tax_ids ?? []).map(({ value }) => value),
      ]
        .filter((part) => part != null)
        .join(", ")}
    </p>
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
      ${(invoice.total_taxes ?? []).map(
        (tax) =>
          html`<li>
            <span>VAT, included</span>
            <span>${money(tax.amount, invoice.currency)}</span>
          </li>`,
      )}
    </ul>
    ${invoice.footer === null ? "" : html`<p id="footer">${invoice.footer}</p>`}
  `;
}
