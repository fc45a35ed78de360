import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { linesOf, type Session, submitCheckout, successUrlOf } from "../billing/checkout.ts";
import { nowOf, type World } from "../world.ts";
import { addressFields, businessFields, cardFields, readCard, type Typed } from "./card-fields.ts";
import { alert, type Html, layout, money, PAGE_HEADERS } from "./layout.ts";

interface Shown {
  readonly error?: string | null;
  readonly typed?: Typed;
}

export function addCheckoutPage(
  app: Hono<{ Bindings: HttpBindings }>,
  world: World,
  onChange: () => void,
): void {
  const show = (c: Context, session: Session, shown: Shown = {}): Response | Promise<Response> =>
    c.html(render(world, session, shown), shown.error == null ? 200 : 402, PAGE_HEADERS);

  app.get("/checkout/:id", (c) => {
    const session = world.store.get("checkout.session", c.req.param("id"));
    if (session === undefined) return c.html(gone("This page does not exist."), 404, PAGE_HEADERS);
    if (session.status === "complete") return c.redirect(successUrlOf(session), 303);
    if (session.status === "expired") {
      return c.html(gone("This page has expired.", session.cancel_url), 410, PAGE_HEADERS);
    }
    return show(c, session, { error: c.req.query("error") ?? null });
  });

  app.post("/checkout/:id", async (c) => {
    const session = world.store.get("checkout.session", c.req.param("id"));
    if (session === undefined) return c.html(gone("This page does not exist."), 404, PAGE_HEADERS);
    if (session.status === "complete") return c.redirect(successUrlOf(session), 303);
    const form = await c.req.parseBody();
    const email = emailOf(world, session) ?? textOf(form["email"]);
    const typed = {
      email,
      name: textOf(form["name"]),
      postalCode: textOf(form["postalCode"]),
      line1: textOf(form["line1"]),
      city: textOf(form["city"]),
      businessName: textOf(form["businessName"]),
      taxId: textOf(form["taxId"]),
    };
    if (!/^\S+@\S+\.\S+$/.test(email)) {
      return show(c, session, { error: "Your email is incomplete.", typed });
    }
    const card = readCard({ ...form, email }, nowOf(world, session.customer));
    if (typeof card === "string") return show(c, session, { error: card, typed });
    const result = world.store.transaction(() => submitCheckout(world, session, card));
    onChange();
    return result.kind === "error"
      ? show(c, world.store.get("checkout.session", session.id) ?? session, {
          error: result.message,
          typed,
        })
      : c.redirect(result.url, 303);
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function emailOf(world: World, session: Session): string | null {
  const known = world.store.get("customer", session.customer ?? "")?.email;
  return known ?? session.customer_email;
}

function render(world: World, session: Session, { error = null, typed = {} }: Shown): Html {
  const lines = linesOf(world, session.id).data;
  const email = emailOf(world, session);
  const discount = session.total_details?.amount_discount ?? 0;
  const monthly = lines.reduce(
    (sum, line) => sum + (line.price?.recurring?.interval === "month" ? line.amount_subtotal : 0),
    0,
  );
  const then = discount === 0 ? `, then ${money(monthly, session.currency)} a month` : "";
  return layout(
    `Pay ${world.accountName}`,
    html`
      <section aria-labelledby="what" class="summary">
        <h1 id="what">Subscribe to ${world.accountName}</h1>
        <p class="total">
          ${money(session.amount_total, session.currency)}
          <span>due today${then}</span>
        </p>
        <ul class="lines">
          ${lines.map(
            (line) =>
              html`<li>
                <span>${line.description} ${line.quantity === 1 ? "" : `× ${line.quantity}`}</span>
                <span>${money(line.amount_subtotal, line.currency)}</span>
              </li>`,
          )}
          ${
            discount === 0
              ? ""
              : html`<li>
                  <span>Discount</span>
                  <span>−${money(discount, session.currency)}</span>
                </li>`
          }
        </ul>
      </section>
      <section aria-labelledby="how">
        <h2 id="how">Pay with card</h2>
        ${alert(error)}
        <form method="post" action="/checkout/${session.id}">
          <label for="email">Email</label>
          <input
            id="email"
            name="email"
            type="email"
            autocomplete="email"
            value="${email ?? typed.email ?? ""}"
            ${email === null ? "" : "readonly"}
            required
          />
          ${cardFields(typed)}
          ${session.billing_address_collection === "required" ? addressFields(typed) : ""}
          ${session.tax_id_collection?.enabled === true ? businessFields(typed) : ""}
          <p>${session.custom_text.submit?.message ?? ""}</p>
          <button type="submit" id="pay">
            Subscribe and pay ${money(session.amount_total, session.currency)}
          </button>
        </form>
        ${
          session.cancel_url === null
            ? ""
            : html`<p>
                <a href="${session.cancel_url}" id="back">Back to ${world.accountName}</a>
              </p>`
        }
      </section>
    `,
    "wide",
  );
}

export function gone(message: string, back: string | null = null): Html {
  return layout(
    "Nothing here",
    html`<h1>${message}</h1>
      ${back === null ? "" : html`<p><a href="${back}">Back to the shop</a></p>`}`,
  );
}
