import type { EventOf } from "#contracts/events/catalogue.ts";
import type { RefundRequestFacts } from "#contracts/events/refunds.ts";
import { StripeRejected } from "../billing/stripe-calls.ts";
import type { BillingMailKind } from "../mail/billing-content.ts";
import type { BillingFacts } from "../mail/billing-labels.ts";
import { billingMail, type BillingMailInput } from "../mail/billing-mail.ts";
import { invoiceMail } from "../mail/invoice-mail.ts";
import type { TeamBillingMailKind } from "../mail/team-billing-content.ts";
import { teamBillingMail } from "../mail/team-billing-mail.ts";
import type { Effect } from "../pipeline/effect.ts";
import type { EffectDeps } from "./effect-deps.ts";
import { isLate, LATE_BILLING_MAILS, LATE_TEAM_MAILS } from "./late-mail.ts";
import { mailEffect } from "./mail-effect.ts";

type BillingData = BillingFacts & { customerId: string };

type BillingEvent<D extends BillingData> = {
  id: string;
  occurredAt: string;
  correlationId: string;
  data: D;
};

export const sendBillingMail = <D extends BillingData>(
  deps: EffectDeps,
  kindOf: BillingMailKind | ((data: D) => BillingMailKind | Promise<BillingMailKind>),
  creditNotesOf?: (event: BillingEvent<D>) => Promise<BillingMailInput["creditNotes"]>,
) =>
  mailEffect<BillingEvent<D>>(deps, "money", async (event, origin) => {
    const { data } = event;
    const customer = await deps.findCustomerContact(data.customerId);
    if (customer?.isErased === true) return "erased";
    if (customer === null || customer.email === null) return "no_address";
    const kind = typeof kindOf === "string" ? kindOf : await kindOf(data);
    if (await isLate(deps, event, LATE_BILLING_MAILS[kind])) return "no_longer_true";
    const mail = billingMail({
      kind,
      to: customer.email,
      firstName: customer.firstName,
      hasAccount: customer.hasAccount,
      hasBrief: customer.hasBrief,
      accountManager: customer.accountManager,
      about: data,
      at: event.occurredAt,
      card: customer.card,
      creditNotes: (await creditNotesOf?.(event)) ?? [],
      ...origin,
    });
    return { kind, mail };
  });

type Refund = Pick<EventOf<"RefundIssued">, "correlationId" | "data">;

/**
 * Finds the credit notes of a refund, and has those written that are missing. Empty when Stripe refuses to write them, of
 * which the effect that writes them tells the team.
 */
export async function creditNotesOfRefund(
  { listCreditNotes, stripeActions }: EffectDeps,
  { correlationId, data: { customerId, orderId, refundIds } }: Refund,
): Promise<BillingMailInput["creditNotes"]> {
  const find = async () => {
    const notes = await listCreditNotes(orderId);
    return notes.filter((note) => note.refundIds.some((id) => refundIds.includes(id)));
  };
  let notes = await find();
  if (notes.length < refundIds.length) {
    try {
      await stripeActions.creditRefunds({ customerId, orderId, correlationId });
    } catch (error) {
      if (!(error instanceof StripeRejected)) throw error;
    }
    notes = await find();
  }
  return notes.flatMap(({ number, url }) => (url === null ? [] : [{ number, url }]));
}

/** Mails the invoice's link to the address that the customer gave for invoices. */
export const sendInvoiceMail = (deps: EffectDeps) =>
  mailEffect<EventOf<"InvoicePaid">>(deps, "money", async ({ data }, origin) => {
    const { email, ...invoice } = await deps.getInvoice(data.orderId);
    if (email === null) return "no_address";
    return { kind: "invoice", mail: invoiceMail({ to: email, invoice, ...origin }) };
  });

/** The operator's words are not in the event: they may be about a person. */
export function sendRefundDeclinedMail(deps: EffectDeps): Effect<"RefundDeclined"> {
  const mail = sendBillingMail<RefundRequestFacts & { reason: string | null }>(
    deps,
    "refund-declined",
  );
  return {
    ...mail,
    async run(event, idempotencyKey) {
      const reason = await deps.findDeclineReason(event.data.refundRequestId);
      return mail.run({ ...event, data: { ...event.data, reason } }, idempotencyKey);
    },
  };
}

export const sendTeamBillingMail = <D extends BillingData>(
  deps: EffectDeps,
  kindOf: TeamBillingMailKind | ((data: D) => Promise<TeamBillingMailKind>),
) =>
  mailEffect<BillingEvent<D>>(deps, "team", async (event, origin) => {
    const { id, data } = event;
    const customer = await deps.findCustomerContact(data.customerId);
    const kind = typeof kindOf === "string" ? kindOf : await kindOf(data);
    if (await isLate(deps, event, LATE_TEAM_MAILS[kind])) return "no_longer_true";
    const mail = teamBillingMail({
      kind,
      to: deps.teamEmail,
      customerEmail: customer?.email ?? null,
      isErased: customer?.isErased === true,
      about: data,
      eventId: id,
      ...origin,
    });
    return { kind, mail };
  });
