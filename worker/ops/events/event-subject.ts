import { itemName } from "#contracts/billing/item-names.ts";
import { CURRENCY } from "#contracts/catalogue.ts";
import { counted } from "#contracts/counted.ts";
import { DomainEvent } from "#contracts/events/catalogue.ts";
import { formatMoney } from "#contracts/money.ts";
import { type StoredEvent, toDomainShape } from "#db/events/stored-event.ts";
import { formatLondonTime } from "../layout/format-time.ts";

/**
 * Plan, sum or kind of an event.
 *
 * @returns null when its type says all, or its data breaks its contract
 */
export function eventSubject(event: StoredEvent): string | null {
  const parsed = DomainEvent.safeParse(toDomainShape(event));
  if (!parsed.success) return null;
  const { data } = parsed.data;
  const number = "orderNumber" in data ? data.orderNumber : null;
  const invoice = number === null ? [] : [`invoice ${number}`];
  if ("amountPence" in data && "currency" in data && !("priceIds" in data)) {
    return [formatMoney(data.amountPence, data.currency), ...invoice].join(", ");
  }
  if ("priceIds" in data) {
    const items = data.priceIds.map(itemName);
    const pence = "duePence" in data ? data.duePence : "paidPence" in data ? data.paidPence : null;
    const { currency = CURRENCY } = data;
    const sum = pence === null || currency === null ? [] : [formatMoney(pence, currency)];
    const subject = [...items, ...sum, ...invoice].join(", ");
    return subject === "" ? null : subject;
  }
  if ("posts" in data) return counted(data.posts.length, "post");
  if ("startsAt" in data) return formatLondonTime(data.startsAt);
  if ("formType" in data) return words(data.formType);
  if ("notification" in data) return data.notification;
  if ("notice" in data) return words(data.notice);
  if ("mail" in data) return words(data.mail);
  if ("text" in data) return words(data.text);
  return null;
}

const words = (text: string) => text.replaceAll(/[-_]/g, " ");
