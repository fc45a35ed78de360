import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { cancelImmediately } from "../billing/cancel.ts";
import { attach, type CardDetails, createCard } from "../billing/cards.ts";
import { updateCustomer } from "../billing/customers.ts";
import { periodOf, type Subscription, updateSubscription } from "../billing/subscription-status.ts";
import { filter, find } from "../find.ts";
import { ApiError } from "../http/stripe-error.ts";
import { findCard } from "../money/cards.ts";
import type { Kinds } from "../wire.ts";
import { nowOf, type World } from "../world.ts";
import { cardFields, readCard } from "./card-fields.ts";
import { gone } from "./checkout.ts";
import { alert, day, type Html, layout, money, PAGE_HEADERS } from "./layout.ts";

type App = Hono<{ Bindings: HttpBindings }>;
type Session = Kinds["billing_portal.session"];

const OVER = new Set(["canceled", "incomplete_expired"]);

export function addPortalPage(app: App, world: World, onChange: () => void): void {
  const within = (
    c: Context,
    work: (session: Session) => Response | Promise<Response>,
  ): Response | Promise<Response> => {
    const session = world.store.get("billing_portal.session", c.req.param("id") ?? "");
    return session === undefined
      ? c.html(gone("This page does not exist."), 404, PAGE_HEADERS)
      : work(session);
  };
  const show = (c: Context, session: Session, error: string | null): Response | Promise<Response> =>
    c.html(render(world, session, error), error === null ? 200 : 402, PAGE_HEADERS);
  const after = (c: Context, session: Session): Response => {
    onChange();
    const done = session.flow?.after_completion;
    const isRedirect = done?.type === "redirect" && done.redirect !== null;
    return c.redirect(
      isRedirect ? (done.redirect?.return_url ?? session.url) : `/portal/${session.id}?done=yes`,
      303,
    );
  };

  app.get("/portal/:id", (c) => within(c, (session) => show(c, session, null)));

  app.post("/portal/:id/card", (c) =>
    within(c, async (session) => {
      const card = readCard(await c.req.parseBody(), nowOf(world, session.customer));
      if (typeof card === "string") return show(c, session, card);
      const error = world.store.transaction(() => changeCard(world, session.customer, card));
      return error === null ? after(c, session) : show(c, session, error);
    }),
  );

  app.post("/portal/:id/default/:card", (c) =>
    within(c, (session) => {
      const card = world.store.get("payment_method", c.req.param("card"));
      if (card?.customer !== session.customer) return show(c, session, "There is no such card.");
      world.store.transaction(() => setDefault(world, session.customer, card.id));
      return after(c, session);
    }),
  );

  app.post("/portal/:id/cancel/:subscription", (c) =>
    within(c, (session) => {
      const subscription = ownSubscription(world, session, c.req.param("subscription"));
      if (subscription === null) return show(c, session, "There is no such subscription.");
      world.store.transaction(() => cancel(world, session, subscription));
      return after(c, session);
    }),
  );

  app.post("/portal/:id/renew/:subscription", (c) =>
    within(c, (session) => {
      const subscription = ownSubscription(world, session, c.req.param("subscription"));
      if (subscription === null) return show(c, session, "There is no such subscription.");
      const at = nowOf(world, subscription.customer);
      world.store.transaction(() =>
        updateSubscription(
          world,
          subscription,
          {
            cancel_at: null,
            cancel_at_period_end: false,
            canceled_at: null,
            cancellation_details: {
              comment: null,
              feedback: null,
              feedback_option: null,
              reason: null,
            },
          },
          at,
        ),
      );
      return after(c, session);
    }),
  );
}

function ownSubscription(world: World, session: Session, id: string): Subscription | null {
  const subscription = world.store.get("subscription", id);
  if (subscription?.customer !== session.customer || OVER.has(subscription.status)) return null;
  return subscription;
}

function saveCard(
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

/** The new card is the customer's default: a subscription that has a card of its own keeps it, and is charged by it. */
function changeCard(
  world: World,
  customerId: string,
  card: CardDetails & { number: string },
): string | null {
  const saved = saveCard(world, customerId, card);
  if ("error" in saved) return saved.error;
  setDefault(world, customerId, saved.id);
  return null;
}

function setDefault(world: World, customerId: string, card: string): void {
  const customer = find(world, "customer", customerId);
  updateCustomer(world, customer, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: card },
  });
}

/** In this API version the portal sets `cancel_at` and leaves `cancel_at_period_end` unchanged. */
function cancel(world: World, session: Session, subscription: Subscription): void {
  const configuration = find(world, "billing_portal.configuration", session.configuration);
  if (configuration.features.subscription_cancel.mode === "immediately") {
    cancelImmediately(world, subscription, "cancellation_requested");
    return;
  }
  const at = nowOf(world, subscription.customer);
  updateSubscription(
    world,
    subscription,
    {
      cancel_at: periodOf(subscription).end,
      canceled_at: at,
      cancellation_details: {
        comment: null,
        feedback: null,
        feedback_option: null,
        reason: "cancellation_requested",
      },
    },
    at,
  );
}

function render(world: World, session: Session, error: string | null): Html {
  const customer = find(world, "customer", session.customer);
  const { features } = find(world, "billing_portal.configuration", session.configuration);
  const only = session.flow?.type ?? null;
  const subscriptions = filter(
    world,
    "subscription",
    (one) => one.customer === session.customer && !OVER.has(one.status),
  );
  const meant = session.flow?.subscription_cancel?.subscription ?? null;
  const back =
    session.return_url === null
      ? ""
      : html`<p><a href="${session.return_url}" id="back">Return to ${world.accountName}</a></p>`;
  return layout(
    `${world.accountName} billing`,
    html`
      <h1>Your billing with ${world.accountName}</h1>
      <p>${customer.email}</p>
      ${back} ${alert(error)}
      ${
        only === "payment_method_update"
          ? ""
          : subscriptions
              .filter((one) => meant === null || one.id === meant)
              .map((one) =>
                subscriptionPart(world, session, one, features.subscription_cancel.enabled),
              )
      }
      ${
        features.payment_method_update.enabled && only !== "subscription_cancel"
          ? cardPart(world, session, customer)
          : ""
      }
      ${features.invoice_history.enabled && only === null ? invoicesPart(world, session) : ""}
    `,
  );
}

function subscriptionPart(
  world: World,
  session: Session,
  subscription: Subscription,
  mayCancel: boolean,
): Html {
  const names = subscription.items.data.map(
    (item) => world.store.get("product", item.price.product)?.name ?? item.price.id,
  );
  const total = subscription.items.data.reduce(
    (sum, item) => sum + (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    0,
  );
  const { end } = periodOf(subscription);
  const path = `/portal/${session.id}`;
  return html`<section aria-label="${names.join(", ")}" class="box">
    <h2>${names.join(", ")}</h2>
    <p>
      ${money(total, subscription.currency)} a
      ${subscription.items.data[0]?.price.recurring?.interval}, ${subscription.status}
    </p>
    ${
      subscription.cancel_at === null
        ? html`<p>Renews on ${day(end)}.</p>
            ${
              mayCancel
                ? html`<form method="post" action="${path}/cancel/${subscription.id}">
                    <button type="submit" class="quiet">Cancel subscription</button>
                  </form>`
                : ""
            }`
        : html`<p>Cancels on ${day(subscription.cancel_at)}.</p>
            <form method="post" action="${path}/renew/${subscription.id}">
              <button type="submit">Don't cancel subscription</button>
            </form>`
    }
  </section>`;
}

function cardPart(world: World, session: Session, customer: Kinds["customer"]): Html {
  const id = customer.invoice_settings.default_payment_method;
  const own = filter(world, "payment_method", (one) => one.customer === customer.id);
  return html`<section aria-labelledby="card" class="box">
    <h2 id="card">Payment method</h2>
    ${
      own.length === 0
        ? html`<p>No card yet.</p>`
        : html`<ul class="lines">
            ${own.map((one) => cardLine(session, one, one.id === id))}
          </ul>`
    }
    <form method="post" action="/portal/${session.id}/card">
      ${cardFields({})}
      <button type="submit" id="save">Save this card</button>
    </form>
  </section>`;
}

function cardLine(
  session: Session,
  { id, card, type }: Kinds["payment_method"],
  isDefault: boolean,
): Html {
  const name =
    card === undefined
      ? type
      : `${card.brand} ending in ${card.last4 ?? ""}, expires ${card.exp_month}/${card.exp_year}`;
  return html`<li>
    <span>${name}</span>
    ${
      isDefault
        ? html`<span>Default</span>`
        : html`<form method="post" action="/portal/${session.id}/default/${id}">
            <button type="submit" class="quiet">Make default</button>
          </form>`
    }
  </li>`;
}

function invoicesPart(world: World, session: Session): Html {
  const invoices = filter(
    world,
    "invoice",
    (one) => one.customer === session.customer && one.status !== "draft",
  ).toReversed();
  return html`<section aria-labelledby="invoices" class="box">
    <h2 id="invoices">Invoices</h2>
    <ul class="lines">
      ${invoices.map(
        (invoice) =>
          html`<li>
            <a href="/invoices/${invoice.id}">${day(invoice.created)}, ${invoice.number}</a>
            <span>${money(invoice.total, invoice.currency)} ${invoice.status}</span>
          </li>`,
      )}
    </ul>
  </section>`;
}
