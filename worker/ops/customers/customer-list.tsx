/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { itemName } from "#contracts/billing/item-names.ts";
import { planOf } from "#contracts/billing/plans.ts";
import { PLANS } from "#contracts/catalogue.ts";
import { formatGbp } from "#contracts/money.ts";
import { isUuid } from "#contracts/uuid.ts";
import { listOperators, type OperatorRow } from "#db/ops/find-operators.ts";
import {
  CUSTOMER_STATES,
  type CustomerFilter,
  type CustomerState,
  listCustomers,
  type ListedCustomer,
} from "#db/ops/list-customers.ts";
import type { OpsContext, OpsDeps } from "../env.ts";
import { Filters, stateLinks } from "../layout/filters.tsx";
import { formatAge, formatLondonDay } from "../layout/format-time.ts";
import { RowLink, Table } from "../layout/table.tsx";
import { paths } from "../paths.ts";
import { PromiseLink } from "../promises/promise-state.tsx";
import { customerSearchPage } from "./customer-search.tsx";
import { displayName } from "./redact.ts";

const PAGE_ROWS = 50;

const STATE_LABELS: Readonly<Record<CustomerState, string>> = {
  trial: "Free trial",
  active: "Active",
  ending: "Ending",
  late: "Payment late",
  ended: "Ended",
  other: "Paused or unknown",
};

/** Classes of the badge. */
const STATE_LOOKS: Readonly<Record<CustomerState, string>> = {
  trial: "open",
  active: "completed",
  ending: "stuck",
  late: "failed",
  ended: "",
  other: "stuck",
};

const CURSOR = /^((?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~(\w{1,100})$/;

/** Ignores unknown values, so that old bookmarks still work. */
function readFilter(query: Readonly<Record<string, string>>): CustomerFilter {
  const [, since, id] = CURSOR.exec(query["before"] ?? "") ?? [];
  const manager = query["manager"] ?? "";
  return {
    state: CUSTOMER_STATES.find((state) => state === query["state"]) ?? null,
    priceId: planOf(query["plan"] ?? null)?.priceId ?? null,
    managerId: isUuid(manager) ? manager : null,
    before:
      since !== undefined && id !== undefined && !Number.isNaN(Date.parse(since))
        ? { since: new Date(since).toISOString(), id }
        : null,
  };
}

function listUrl({ state, priceId, managerId, before }: CustomerFilter): string {
  const params = new URLSearchParams();
  if (state !== null) params.set("state", state);
  if (priceId !== null) params.set("plan", priceId);
  if (managerId !== null) params.set("manager", managerId);
  if (before !== null) params.set("before", `${before.since}~${before.id}`);
  return params.size === 0 ? paths.customers : `${paths.customers}?${String(params)}`;
}

export async function customerListPage(c: OpsContext, { db, now }: OpsDeps) {
  const filter = readFilter(c.req.query());
  const at = now();
  const [{ customers, hasMore }, team] = await Promise.all([
    listCustomers(db, filter, { now: at.toISOString(), limit: PAGE_ROWS }),
    listOperators(db),
  ]);
  const last = customers.at(-1);
  const isFiltered = listUrl(filter) !== paths.customers;
  return customerSearchPage(
    c,
    {},
    <>
      <CustomerFilters filter={filter} team={team} />
      {customers.length === 0 ? (
        <div class="empty">
          <h2>{isFiltered ? "No results" : "No customers yet"}</h2>
          <p>
            {isFiltered
              ? "No customer matches these filters."
              : "Who buys a plan or asks for a free trial appears here."}
          </p>
        </div>
      ) : (
        <CustomerTable customers={customers} now={at} />
      )}
      <nav class="pages" aria-label="Pages">
        {filter.before === null ? null : <a href={listUrl({ ...filter, before: null })}>Newest</a>}
        {hasMore && last !== undefined ? (
          <a rel="next" href={listUrl({ ...filter, before: { since: last.since, id: last.id } })}>
            Older customers
          </a>
        ) : null}
      </nav>
    </>,
  );
}

const CustomerFilters: FC<{ filter: CustomerFilter; team: readonly OperatorRow[] }> = ({
  filter,
  team,
}) => (
  <Filters
    states={stateLinks(STATE_LABELS, filter.state, (state) =>
      listUrl({ ...filter, state, before: null }),
    )}
    action={paths.customers}
    kept={{ state: filter.state }}
    fields={[
      {
        label: "Plan",
        name: "plan",
        value: filter.priceId,
        options: [
          ["", "Every plan"],
          ...PLANS.map(({ priceId, name }) => [priceId, name] as const),
        ],
      },
      {
        label: "Account manager",
        name: "manager",
        value: filter.managerId,
        options: [["", "Anybody"], ...team.map(({ userId, name }) => [userId, name] as const)],
      },
    ]}
  />
);

const CustomerTable: FC<{ customers: readonly ListedCustomer[]; now: Date }> = ({
  customers,
  now,
}) => (
  <Table
    class="customers"
    caption="Customers, newest first"
    heads={[
      "Customer",
      "State",
      "Plan",
      "Account manager",
      "Next promise",
      "Last contact",
      "This month",
    ]}
  >
    {customers.map((customer) => (
      <tr key={customer.id}>
        <th scope="row">
          <RowLink href={paths.customer(customer.key)} id={customer.key}>
            {displayName(customer)}
          </RowLink>
          <span class="quiet">since {formatLondonDay(customer.since)}</span>
        </th>
        <td>
          <span class={`state ${STATE_LOOKS[customer.state]}`}>{STATE_LABELS[customer.state]}</span>
        </td>
        <td data-name="Plan">{planLabel(customer)}</td>
        <td data-name="Account manager">{customer.managerName ?? "nobody"}</td>
        <td data-name="Next promise">
          <NextPromise promise={customer.nextPromise} now={now} />
        </td>
        <td data-name="Last contact" class="figures">
          {customer.contactedAt === null ? "none" : formatAge(customer.contactedAt, now)}
        </td>
        <td data-name="This month" class="figures">
          {formatGbp(customer.monthPence)}
        </td>
      </tr>
    ))}
  </Table>
);

const planLabel = ({ items: [plan] }: ListedCustomer): string =>
  plan === undefined ? "none" : itemName(plan);

const NextPromise: FC<{ promise: ListedCustomer["nextPromise"]; now: Date }> = ({ promise, now }) =>
  promise === null ? (
    "none"
  ) : (
    <>
      <PromiseLink promise={promise} />{" "}
      <span class={promise.dueAt < now.toISOString() ? "field-error" : "quiet"}>
        {promise.dueAt < now.toISOString() ? "was due" : "due"} {formatLondonDay(promise.dueAt)}
      </span>
    </>
  );
