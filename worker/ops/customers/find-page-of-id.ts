import { findCustomerOfEvent } from "#db/ops/find-customer-of-event.ts";
import { searchCustomers } from "#db/ops/find-customers.ts";
import { listEvents } from "#db/ops/list-events.ts";
import { EMPTY_QUERY, eventListUrl } from "../../ops-links.ts";
import type { OpsDeps } from "../env.ts";
import { paths } from "../paths.ts";

const ANY_ID = /^[\w-]{3,255}$/;

/** The page about an id of a customer, event, request, subscription, invoice or payment. */
export async function findPageOfId(
  { db, findCustomerOfPayment }: OpsDeps,
  id: string,
): Promise<string | null> {
  if (!ANY_ID.test(id)) return null;
  const [customer] = await searchCustomers(db, id);
  if (customer !== undefined) return paths.customer(customer.key);
  const search = { kind: "id", id } as const;
  const { events } = await listEvents(db, {
    ...EMPTY_QUERY,
    search,
    hidesRoutine: false,
    isGrouped: false,
    limit: 1,
  });
  const [event] = events;
  if (event !== undefined) {
    const key = await findCustomerOfEvent(db, event.id);
    return key === null ? eventListUrl({ q: id }) : paths.customer(key);
  }
  const customerId = await findCustomerOfPayment(id);
  const [payer] = customerId === null ? [] : await searchCustomers(db, customerId);
  return payer === undefined ? null : paths.customer(payer.key);
}
