import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import * as z from "zod";
import { NO_FAILURES, withChanges } from "../failure-switches.ts";
import { readJson } from "../read-json.ts";
import { AccountSettings, DEFAULT_SETTINGS } from "./account-settings.ts";
import { renewCard } from "./billing/cards.ts";
import { submitCheckout } from "./billing/checkout.ts";
import { confirmPayment } from "./billing/confirm.ts";
import { discountCustomer } from "./billing/discounts.ts";
import { changeDispute, mayBecome, openDispute } from "./billing/disputes.ts";
import { advanceTime } from "./billing/due.ts";
import { failFinalization } from "./billing/invoices.ts";
import { settleRefund } from "./billing/refunds.ts";
import type { ApiStats } from "./http/stats.ts";
import { type ApiSwitches, ApiSwitchesChange } from "./http/switches.ts";
import { renderControl } from "./pages/control.ts";
import type { Delivery } from "./store.ts";
import { WebhookSwitchesChange } from "./webhooks/delivery-switches.ts";
import type { WebhookSender } from "./webhooks/sender.ts";
import { now, nowOf, type World } from "./world.ts";

const DELIVERIES_SHOWN = 100;
const SECONDS_AHEAD_AT_MOST = 400 * 86_400;

type App = Hono<{ Bindings: HttpBindings }>;

const Payment = z.strictObject({
  card: z.string().default("4242424242424242"),
  email: z.email().optional(),
  name: z.string().optional(),
  confirm: z.boolean().default(true),
  businessName: z.string().optional(),
  taxId: z.string().optional(),
});

const NewDispute = z.strictObject({
  kind: z.enum(["chargeback", "inquiry"]).default("chargeback"),
});
const DisputeChange = z.strictObject({
  status: z.enum([
    "needs_response",
    "under_review",
    "won",
    "lost",
    "warning_under_review",
    "warning_closed",
  ]),
});
const FinalizationError = z.strictObject({
  code: z
    .enum(["customer_tax_location_invalid", "stripe_tax_inactive", "taxes_calculation_failed"])
    .default("customer_tax_location_invalid"),
});
const NewExpiry = z.strictObject({
  expMonth: z.int().min(1).max(12),
  expYear: z.int().min(2026).max(2099),
});
const NewDiscount = z.strictObject({ coupon: z.string() });
const RefundChange = z.strictObject({ status: z.enum(["succeeded", "failed", "canceled"]) });

const SwitchesChange = z.strictObject({
  webhooks: WebhookSwitchesChange.optional(),
  api: ApiSwitchesChange.optional(),
  account: AccountSettings.partial().optional(),
});

const Passing = z.strictObject({ seconds: z.int().min(1).max(SECONDS_AHEAD_AT_MOST) });

interface Controls {
  readonly world: World;
  readonly webhookSender: WebhookSender;
  readonly onChange: () => void;
  readonly stats: () => ApiStats;
  readonly resetStats: () => void;
  readonly apiSwitches: () => ApiSwitches;
  readonly setApiSwitches: (switches: ApiSwitches) => void;
}

export interface ShownDelivery extends Delivery {
  readonly type: string;
  readonly created: number;
  readonly url: string;
}

export function addControl(app: App, controls: Controls): void {
  const { world, webhookSender } = controls;
  const stylesheet = readFileSync(join(import.meta.dirname, "pages", "pages.css"), "utf8");
  app.get("/pages.css", (c) => c.body(stylesheet, 200, { "content-type": "text/css" }));

  app.get("/control", (c) =>
    c.html(
      renderControl({
        world,
        switches: webhookSender.switches,
        apiSwitches: controls.apiSwitches(),
        deliveries: deliveries({ limit: 50 }),
      }),
    ),
  );

  app.get("/control/switches", (c) => c.json(shownSwitches()));
  app.post("/control/switches", async (c) => {
    const { webhooks, api, account } = await readJson(c, SwitchesChange);
    if (webhooks !== undefined) webhookSender.change(webhooks);
    if (account !== undefined) world.settings = withChanges(world.settings, account);
    if (api !== undefined) controls.setApiSwitches(withChanges(controls.apiSwitches(), api));
    return c.json(shownSwitches());
  });
  app.delete("/control/switches", (c) => {
    webhookSender.reset();
    controls.setApiSwitches(NO_FAILURES);
    world.settings = DEFAULT_SETTINGS;
    return c.json(shownSwitches());
  });

  app.get("/control/stats", (c) => c.json(controls.stats()));
  app.post("/control/stats/reset", (c) => {
    controls.resetStats();
    return c.json(controls.stats());
  });

  app.get("/control/deliveries", (c) => {
    const { state, type } = c.req.query();
    return c.json(deliveries({ limit: DELIVERIES_SHOWN, state, type }));
  });
  app.post("/control/deliveries/:id/resend", (c) =>
    webhookSender.resend(c.req.param("id"))
      ? c.json({ ok: true })
      : c.json({ message: "not now" }, 404),
  );
  app.post("/control/events/:id/resend", (c) => {
    const sent = [...world.store.all("delivery")]
      .concat([...world.store.all("carried")])
      .filter((delivery) => delivery.event === c.req.param("id"))
      .filter((delivery) => webhookSender.resend(delivery.id));
    return c.json({ resent: sent.length });
  });
  app.post("/control/idle", async (c) => {
    await webhookSender.whenIdle();
    return c.json({ ok: true });
  });

  app.post("/control/time", async (c) => {
    const { seconds } = await readJson(c, Passing);
    return c.json(letTimePass(seconds));
  });
  app.post("/control/page/time", async (c) => {
    const form = await c.req.parseBody();
    letTimePass(Passing.parse({ seconds: Number(form["seconds"]) }).seconds);
    return c.redirect("/control", 303);
  });
  app.post("/control/page/webhooks", async (c) => {
    const form = await c.req.parseBody();
    webhookSender.change(
      WebhookSwitchesChange.parse({
        hold: form["hold"] === "on",
        delayMs: Number(form["delayMs"] ?? 0),
        copies: Number(form["copies"] ?? 1),
        order: form["order"],
        dropShare: Number(form["dropPercent"] ?? 0) / 100,
      }),
    );
    return c.redirect("/control", 303);
  });
  app.post("/control/page/reset", (c) => {
    webhookSender.reset();
    controls.setApiSwitches(NO_FAILURES);
    return c.redirect("/control", 303);
  });
  app.post("/control/page/resend/:id", (c) => {
    webhookSender.resend(c.req.param("id"));
    return c.redirect("/control", 303);
  });

  app.post("/control/charges/:id/dispute", async (c) => {
    const { kind } = await readJson(c, NewDispute, {});
    const charge = world.store.get("charge", c.req.param("id"));
    if (charge?.paid !== true) return c.json({ message: "no such payment" }, 404);
    return changed(c, () => openDispute(world, charge, kind, nowOf(world, charge.customer)));
  });
  app.post("/control/disputes/:id", async (c) => {
    const { status } = await readJson(c, DisputeChange);
    const dispute = world.store.get("dispute", c.req.param("id"));
    if (dispute === undefined || !mayBecome(dispute, status)) {
      return c.json({ message: `no dispute that can become ${status}` }, 404);
    }
    const charge = world.store.get("charge", dispute.charge);
    const at = nowOf(world, charge?.customer ?? null);
    return changed(c, () => changeDispute(world, dispute, status, at));
  });
  app.post("/control/refunds/:id", async (c) => {
    const { status } = await readJson(c, RefundChange);
    const refund = world.store.get("refund", c.req.param("id"));
    if (refund === undefined) return c.json({ message: "no such refund" }, 404);
    const at = nowOf(world, refund.customer);
    return changed(c, () => settleRefund(world, { id: refund.id, status, at }));
  });

  app.post("/control/invoices/:id/fail-finalization", async (c) => {
    const { code } = await readJson(c, FinalizationError, {});
    const draft = world.store.get("invoice", c.req.param("id"));
    if (draft?.status !== "draft") return c.json({ message: "no such draft" }, 404);
    return changed(c, () => failFinalization(world, draft, code, nowOf(world, draft.customer)));
  });
  app.post("/control/customers/:id/discount", async (c) => {
    const { coupon } = await readJson(c, NewDiscount);
    const customer = world.store.get("customer", c.req.param("id"));
    if (customer === undefined) return c.json({ message: "no such customer" }, 404);
    return changed(c, () => discountCustomer(world, customer, coupon));
  });
  app.post("/control/cards/:id/renew", async (c) => {
    const { expMonth, expYear } = await readJson(c, NewExpiry);
    const card = world.store.get("payment_method", c.req.param("id"));
    if (card === undefined) return c.json({ message: "no such card" }, 404);
    return changed(c, () =>
      renewCard(world, card, { expMonth, expYear, at: nowOf(world, card.customer) }),
    );
  });

  app.post("/control/checkout/:id/pay", async (c: Context) => {
    const { card, email, name, confirm, businessName, taxId } = await readJson(c, Payment, {});
    const session = world.store.get("checkout.session", c.req.param("id") ?? "");
    if (session === undefined) return c.json({ message: "no such session" }, 404);
    const result = world.store.transaction(() => {
      const first = submitCheckout(world, session, {
        number: card,
        expMonth: 12,
        expYear: 2034,
        name: name ?? "Ada Test",
        email: email ?? session.customer_email ?? "ada@example.com",
        country: "GB",
        postalCode: "SW1A 1AA",
        line1: "1 Test Street",
        city: "London",
        businessName: businessName ?? null,
        taxId: taxId ?? null,
      });
      if (first.kind !== "confirm") return first;
      const confirmation = world.store.get("confirmation", first.url.split("/").at(-1) ?? "");
      return confirmation === undefined ? first : confirmPayment(world, confirmation, confirm);
    });
    controls.onChange();
    return c.json(result, result.kind === "error" ? 402 : 200);
  });

  function changed(c: Context, work: () => object): Response {
    const result = world.store.transaction(work);
    controls.onChange();
    return c.json(result);
  }

  function letTimePass(seconds: number): { now: number; happened: number } {
    return world.store.transaction(() => {
      const ahead = (world.store.get("time", "time")?.aheadSeconds ?? 0) + seconds;
      const target = now(world, null) + seconds;
      const happened = advanceTime(world, null, target);
      world.store.put("time", { id: "time", aheadSeconds: ahead });
      controls.onChange();
      return { now: target, happened };
    });
  }

  function shownSwitches(): object {
    return {
      webhooks: webhookSender.switches,
      api: controls.apiSwitches(),
      account: world.settings,
    };
  }

  function deliveries(wanted: {
    limit: number;
    state?: string | undefined;
    type?: string | undefined;
  }): ShownDelivery[] {
    const shown: ShownDelivery[] = [];
    const newestFirst = [
      ...[...world.store.all("delivery")].toReversed(),
      ...[...world.store.all("carried")].toReversed(),
    ];
    for (const delivery of newestFirst) {
      if (shown.length >= wanted.limit) break;
      if (wanted.state !== undefined && delivery.state !== wanted.state) continue;
      const event = world.store.get("event", delivery.event);
      if (wanted.type !== undefined && event?.type !== wanted.type) continue;
      shown.push({
        ...delivery,
        type: event?.type ?? "",
        created: event?.created ?? 0,
        url: world.store.get("webhook_endpoint", delivery.endpoint)?.url ?? "",
      });
    }
    return shown;
  }
}
