import { html } from "hono/html";
import type { ShownDelivery } from "../control.ts";
import type { ApiSwitches } from "../http/switches.ts";
import { TEST_CARDS } from "../money/cards.ts";
import type { WebhookSwitches } from "../webhooks/delivery-switches.ts";
import { now, type World } from "../world.ts";
import { day, type Html, layout, money } from "./layout.ts";

const DAY_SECONDS = 86_400;

export function renderControl(shown: {
  world: World;
  switches: WebhookSwitches;
  apiSwitches: ApiSwitches;
  deliveries: readonly ShownDelivery[];
}): Html {
  const { world, switches, deliveries } = shown;
  const { store } = world;
  const subscriptions = [...store.all("subscription")].toReversed().slice(0, 20);
  const products = [...store.all("product")].filter((product) => product.active);
  const order = (value: WebhookSwitches["order"], label: string): Html =>
    html`<option value="${value}" ${switches.order === value ? "selected" : ""}>${label}</option>`;
  return layout(
    "Stripe emulator",
    html`
      <h1>Stripe emulator</h1>
      <p>
        ${store.count("customer")} customers, ${store.count("subscription")} subscriptions,
        ${store.count("invoice")} invoices, ${products.length} products on sale.
      </p>
      <section aria-labelledby="time" class="box">
        <h2 id="time">Time</h2>
        <p>It is ${day(now(world, null))} here, for all without a test clock.</p>
        <form method="post" action="/control/page/time" class="row">
          ${[
            [1, "A day passes"],
            [7, "A week passes"],
            [31, "A month passes"],
          ].map(
            ([days, label]) =>
              html`<button name="seconds" value="${Number(days) * DAY_SECONDS}">${label}</button>`,
          )}
        </form>
      </section>
      <section aria-labelledby="webhooks" class="box">
        <h2 id="webhooks">Webhooks</h2>
        <form method="post" action="/control/page/webhooks">
          <label class="check">
            <input type="checkbox" name="hold" ${switches.hold ? "checked" : ""} /> hold back
          </label>
          <div class="settings">
            <div>
              <label for="delayMs">Delay in ms</label>
              <input
                id="delayMs"
                name="delayMs"
                type="number"
                min="0"
                value="${switches.delayMs}"
              />
            </div>
            <div>
              <label for="copies">Copies of each</label>
              <input
                id="copies"
                name="copies"
                type="number"
                min="1"
                max="20"
                value="${switches.copies}"
              />
            </div>
            <div>
              <label for="order">Order</label>
              <select id="order" name="order">
                ${order("first", "as they happened")} ${order("reverse", "newest first")}
                ${order("random", "mixed up")}
              </select>
            </div>
            <div>
              <label for="dropPercent">Lost on the way, in %</label>
              <input
                id="dropPercent"
                name="dropPercent"
                type="number"
                min="0"
                max="100"
                value="${Math.round(switches.dropShare * 100)}"
              />
            </div>
          </div>
          <button type="submit">Set</button>
        </form>
        <form method="post" action="/control/page/reset">
          <button type="submit" class="quiet">All well</button>
        </form>
        <div class="scroll" tabindex="0" role="region" aria-label="Deliveries, newest first">
          <table>
            <thead>
              <tr>
                <th scope="col">Event</th>
                <th scope="col">State</th>
                <th scope="col">Attempts</th>
                <th scope="col">Answer</th>
                <th scope="col">Again</th>
              </tr>
            </thead>
            <tbody>
              ${deliveries.map(
                (delivery) =>
                  html`<tr>
                    <td>${delivery.type}<br /><small>${delivery.event}</small></td>
                    <td>${delivery.state}</td>
                    <td>${delivery.attempts}</td>
                    <td>${delivery.lastStatus ?? ""} ${delivery.lastError ?? ""}</td>
                    <td>
                      <form method="post" action="/control/page/resend/${delivery.id}">
                        <button
                          type="submit"
                          class="quiet"
                          aria-label="Send ${delivery.type} ${delivery.event} again"
                        >
                          Resend
                        </button>
                      </form>
                    </td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>
      </section>
      <section aria-labelledby="subscriptions" class="box">
        <h2 id="subscriptions">Newest subscriptions</h2>
        <ul class="lines">
          ${subscriptions.map(
            (subscription) =>
              html`<li>
                <span>
                  ${store.get("customer", subscription.customer)?.email ?? subscription.customer}
                  <small>${subscription.id}</small>
                </span>
                <span>${subscription.status}</span>
              </li>`,
          )}
        </ul>
      </section>
      <section aria-labelledby="catalogue" class="box">
        <h2 id="catalogue">On sale</h2>
        <ul class="lines">
          ${[...store.all("price")]
            .filter((price) => price.active)
            .map(
              (price) =>
                html`<li>
                  <span
                    >${store.get("product", price.product)?.name}
                    <small>${price.lookup_key}</small></span
                  >
                  <span>${money(price.unit_amount, price.currency)}</span>
                </li>`,
            )}
        </ul>
      </section>
      <section aria-labelledby="cards" class="box">
        <h2 id="cards">Test cards</h2>
        <ul class="lines">
          ${TEST_CARDS.map(
            (card) =>
              html`<li><code>${card.number}</code><span>${card.paymentMethods[0]}</span></li>`,
          )}
        </ul>
      </section>
    `,
    "wide",
  );
}
