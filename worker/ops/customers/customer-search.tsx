/** @jsxImportSource hono/jsx */
import type { Child, FC } from "hono/jsx";
import { findCustomerOfEvent } from "#db/ops/find-customer-of-event.ts";
import { type CustomerSearchResult, searchCustomers } from "#db/ops/find-customers.ts";
import { listEvents } from "#db/ops/list-events.ts";
import { EMPTY_QUERY, eventListUrl } from "../../ops-links.ts";
import type { OpsContext, OpsDeps } from "../env.ts";
import { ActionForm } from "../layout/forms.tsx";
import { Page } from "../layout/page.tsx";
import { RowLink } from "../layout/table.tsx";
import { paths } from "../paths.ts";
import { displayName, redactEmail } from "./redact.ts";

const NOTES = {
  personal_data:
    "Not searched yet: a name, an email address or a phone number does not belong in the address of a page, which browsers keep. Press Search.",
  other_session: "This search belongs to another session. Type it again.",
};

type SearchPage = {
  /** Fills the field. */
  text?: string;
  note?: keyof typeof NOTES;
  results?: readonly CustomerSearchResult[];
};

export function customerSearchPage(
  c: OpsContext,
  { text = "", note, results }: SearchPage,
  list: Child = null,
) {
  return c.render(
    <Page title="Customers" current="customers">
      <search>
        {/* POST, so that a name or an address stays out of browser histories. */}
        <ActionForm class="search" action={paths.searchCustomers}>
          <label>
            Search by business, name, email address, invoice number or id
            <input
              type="search"
              name="q"
              value={text}
              maxlength={254}
              autocomplete="off"
              required
            />
          </label>
          <button type="submit">Search</button>
        </ActionForm>
      </search>
      {note === undefined ? null : <p class="notice">{NOTES[note]}</p>}
      {results === undefined ? list : <Results customers={results} />}
    </Page>,
  );
}

const Results: FC<{ customers: readonly CustomerSearchResult[] }> = ({ customers }) =>
  customers.length === 0 ? (
    <div class="empty">
      <h2>No results</h2>
      <p>Try another spelling, an invoice number or an id.</p>
    </div>
  ) : (
    <ul class="log">
      {customers.map((customer) => (
        <li key={customer.key}>
          <RowLink href={paths.customer(customer.key)} id={customer.key}>
            {displayName(customer)} {customer.email === null ? "" : redactEmail(customer.email)}
          </RowLink>
          {customer.onlyEnquired ? (
            <span class="quiet">Enquiry only</span>
          ) : (
            <code>{customer.key}</code>
          )}
        </li>
      ))}
    </ul>
  );

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
