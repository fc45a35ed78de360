/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { CANCEL_REASON_LABELS } from "#contracts/billing/retention-offer.ts";
import { isPaidOrder } from "#contracts/billing/subscription-status.ts";
import { DomainEvent } from "#contracts/events/catalogue.ts";
import { formatMoney } from "#contracts/money.ts";
import { toDomainShape } from "#db/events/stored-event.ts";
import type { CustomerEvent, CustomerHistory } from "#db/ops/find-customer-history.ts";
import {
  CUSTOMER_ACTION_LABELS,
  effectLabel,
  EVENT_LABELS,
  eventLabel,
  STRIPE_EVENT_LABELS,
} from "../../event-labels.ts";
import { isViewableMail } from "../../mail-copies.ts";
import { EffectBadge, EventStateBadge, TimeLabel } from "../layout/badges.tsx";
import { emailReportLabel } from "../layout/email-report.ts";
import { formatLondonTime } from "../layout/format-time.ts";
import { RowLink } from "../layout/table.tsx";
import { paths } from "../paths.ts";

type Entry = { at: string; label: string; detail: string | null; event: CustomerEvent | null };

function timelineEntries(record: CustomerHistory): Entry[] {
  const entries: Entry[] = [
    ...record.events.map((event) => ({ at: event.occurredAt, ...eventEntry(event), event })),
    ...record.orders.map((order) => ({
      at: order.at,
      label: order.collectedPence > 0 ? "Charged" : "Invoice",
      detail: orderDetail(order),
      event: null,
    })),
    ...record.signIns.map(({ at, methods }) => ({
      at,
      label: "Signed in",
      detail: methods.length === 0 ? null : methods.join(", "),
      event: null,
    })),
    ...record.actions.map(({ at, kind, reason }) => ({
      at,
      label: CUSTOMER_ACTION_LABELS[kind],
      detail: reason === null ? null : CANCEL_REASON_LABELS[reason],
      event: null,
    })),
  ];
  return entries.toSorted((a, b) => b.at.localeCompare(a.at));
}

function orderDetail(order: CustomerHistory["orders"][number]): string {
  const { status, amountPence, refundedPence, currency } = order;
  const refunded = refundedPence === 0 ? "" : ` ${formatMoney(refundedPence, currency)}`;
  const isUncollected = order.collectedPence === 0 && amountPence > 0 && isPaidOrder(status);
  return [
    `invoice ${order.number ?? order.id}`,
    formatMoney(amountPence, currency),
    `${status.replace("_", " ")}${refunded}`,
    ...(isUncollected ? ["nothing taken by Stripe"] : []),
    ...order.creditNotes.map(({ number }) => `credit note ${number}`),
  ].join(", ");
}

function eventEntry(event: CustomerEvent): Pick<Entry, "label" | "detail"> {
  const parsed = DomainEvent.safeParse(toDomainShape(event));
  if (parsed.success && parsed.data.type === "StripeEventReceived") {
    const { notification, objectId } = parsed.data.data;
    if (isDispute(notification)) {
      return { label: STRIPE_EVENT_LABELS[notification], detail: objectId };
    }
  }
  if (parsed.success && parsed.data.type === "CallBooked") {
    const { startsAt } = parsed.data.data;
    return { label: EVENT_LABELS.CallBooked, detail: `for ${formatLondonTime(startsAt)}` };
  }
  return { label: eventLabel(event.type), detail: null };
}

function isDispute(notification: string): notification is keyof typeof STRIPE_EVENT_LABELS {
  return Object.hasOwn(STRIPE_EVENT_LABELS, notification);
}

/** @param revealedKey the customer, or null while personal data is redacted */
export const Timeline: FC<{ record: CustomerHistory; revealedKey: string | null }> = ({
  record,
  revealedKey,
}) => {
  const entries = timelineEntries(record);
  if (entries.length === 0) return <p>Nothing yet.</p>;
  return (
    <ol class="timeline">
      {entries.map(({ at, label, detail, event }) => (
        <li
          key={`${at} ${event?.id ?? label}`}
          class={
            event === null ? "completed" : event.state === "failed" ? "dead_lettered" : event.state
          }
        >
          <h3>
            {event === null ? (
              label
            ) : (
              <>
                <RowLink href={paths.event(event.id)} of={formatLondonTime(at)} id={event.id}>
                  {label}
                </RowLink>{" "}
                {event.state === "completed" ? null : <EventStateBadge state={event.state} />}
              </>
            )}
          </h3>
          <p class="quiet figures">
            <TimeLabel iso={at} />
            {detail === null ? "" : ` · ${detail}`}
          </p>
          {event === null ? null : (
            <ul class="effects">
              {event.effects.filter(isShownInTimeline).map((row) => (
                <EffectBadge
                  key={row.effect}
                  effect={row.effect}
                  status={row.status}
                  label={withReport(row)}
                />
              ))}
            </ul>
          )}
          {event === null || revealedKey === null ? null : (
            <Texts event={event} customerKey={revealedKey} />
          )}
        </li>
      ))}
    </ol>
  );
};

/** For example `Email to the customer: bounced`. */
function withReport({ effect, emailReports }: CustomerEvent["effects"][number]): string {
  const last = emailReports.at(-1);
  const label = effectLabel(effect);
  return last === undefined ? label : `${label}: ${emailReportLabel(last.type).toLowerCase()}`;
}

const isShownInTimeline = ({ effect, status }: CustomerEvent["effects"][number]): boolean =>
  effect !== "audit" || status !== "completed";

const Texts: FC<{ event: CustomerEvent; customerKey: string }> = ({ event, customerKey }) => {
  const mails = event.effects.filter(
    ({ effect, status }) => status === "completed" && isViewableMail(effect),
  );
  const isEnquiry = event.type === "ContactSubmitted";
  return mails.length === 0 && !isEnquiry ? null : (
    <p class="actions">
      {isEnquiry ? (
        <RowLink href={paths.event(event.id)} id={event.id}>
          Read the enquiry
        </RowLink>
      ) : null}
      {mails.map(({ effect }) => (
        <RowLink key={effect} href={paths.mailCopy(customerKey, event.id, effect)} id={event.id}>
          Read the {effectLabel(effect).toLowerCase()}
        </RowLink>
      ))}
    </p>
  );
};
