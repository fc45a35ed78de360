import { LEAD_CONTENT, LEAD_VALUE, describePurchase } from "#contracts/advertising.ts";
import { namesOf } from "#contracts/api/enquiry.ts";
import { toldPriceId } from "#contracts/billing/item-names.ts";
import { planAmong } from "#contracts/billing/plans.ts";
import type { Effect } from "../pipeline/effect.ts";
import { type EffectDeps, skipped } from "./effect-deps.ts";

export const reportLeadConversion = (deps: EffectDeps): Effect<"ContactSubmitted"> => ({
  queue: "conversions",
  repeatMayDuplicate: true,
  when: (event) => event.data.conversionConsent,
  async run(event) {
    if (deps.reporter === null) return skipped("not_configured");
    const { payload, email, conversion } = await deps.getEnquiry(event.data.submissionId);
    if (conversion === null) return skipped("erased");
    const { externalId } = await deps.reporter.report({
      name: "Lead",
      content: LEAD_CONTENT[event.data.formType],
      ...LEAD_VALUE,
      person: { email, ...namesOf(payload) },
      occurredAt: event.occurredAt,
      conversion,
    });
    return { externalId, facts: { outcome: "sent" } };
  },
});

export const reportPurchaseConversion = (deps: EffectDeps): Effect<"CheckoutCompleted"> => ({
  queue: "conversions",
  repeatMayDuplicate: true,
  when: ({ data }) => data.consentedCheckoutId !== null,
  async run({ data, occurredAt }) {
    if (deps.reporter === null) return skipped("not_configured");
    const { customerId, subscriptionId, consentedCheckoutId: checkoutId } = data;
    if (checkoutId === null) return skipped("no_consent");
    const { conversion, email, orderId } = await deps.getPurchaseConversion({
      customerId,
      subscriptionId,
      checkoutId,
    });
    if (conversion === null) return skipped("erased");
    const plan = planAmong(data.priceIds.map(toldPriceId));
    if (plan === null) return skipped("not_for_sale");
    // The payment may fall between the sync's lists of invoices and subscriptions.
    if (orderId === null) throw new Error("No order of this subscription is known to be paid");
    const { eventId, parameters } = describePurchase(plan, orderId);
    const { externalId } = await deps.reporter.report({
      name: "Purchase",
      content: { name: parameters.content_name, type: parameters.content_type },
      value: parameters.value,
      currency: parameters.currency,
      person: { email },
      occurredAt,
      conversion: { ...conversion, event_id: eventId },
    });
    return { externalId, facts: { outcome: "sent" } };
  },
});
