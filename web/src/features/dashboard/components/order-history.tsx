import type { UserOrder } from "#contracts/api/subscription.ts";
import { DASHBOARD_MESSAGES } from "#contracts/messages/dashboard.ts";
import { formatMoney } from "#contracts/money.ts";
import { formatDay } from "../../../lib/dates.ts";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { StatusBadge } from "../../../ui/status-badge.tsx";
import { Fold } from "../../dashboard-cards/fold.tsx";
import { orderStatus } from "../../subscription/order-status.ts";

/** A quarter; the billing page has all. */
const SHOWN_MAX = 3;

type OrderHistoryProps = {
  orders: readonly UserOrder[] | undefined;
  hasFailed: boolean;
  onRetry: () => void;
};

export function OrderHistory({ orders, hasFailed, onRetry }: OrderHistoryProps) {
  return (
    <Fold id="orders" title="Order History" lead="Your payments, the last three here">
      {hasFailed && (
        <div className="mt-6">
          <LoadError text={DASHBOARD_MESSAGES.ordersFailed} onRetry={onRetry} />
        </div>
      )}
      {orders !== undefined && <List orders={orders} />}
    </Fold>
  );
}

function List({ orders }: { orders: readonly UserOrder[] }) {
  if (orders.length === 0) {
    return (
      <p className="mt-3 text-ink-soft">No orders yet. Each monthly payment will appear here.</p>
    );
  }
  return (
    <>
      <OrdersTable orders={orders.slice(0, SHOWN_MAX)} />
      {orders.length > SHOWN_MAX && (
        <ButtonLink href={paths.accountBilling} variant="quiet" className="mt-3">
          {`All ${orders.length} orders with their invoices`}
        </ButtonLink>
      )}
    </>
  );
}

function OrdersTable({ orders }: { orders: readonly UserOrder[] }) {
  return (
    <table className="tabular mt-6 w-full text-left max-sm:text-sm">
      <caption className="sr-only">Orders, newest first</caption>
      <thead>
        <tr className="border-b-2 border-ink text-sm">
          <th scope="col" className="py-3 pr-4">
            Order
          </th>
          <th scope="col" className="py-3 pr-4 max-sm:hidden">
            Date
          </th>
          <th scope="col" className="py-3 pr-4 max-sm:hidden">
            Status
          </th>
          <th scope="col" className="py-3 text-right">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.order_id} className="border-b border-rule align-top">
            <th scope="row" className="py-4 pr-4 font-semibold wrap-anywhere">
              {order.order_number ?? order.order_id}
              <span className="mt-1 block font-normal text-ink-soft sm:hidden">
                {formatDay(order.order_date)}
              </span>
            </th>
            <td className="py-4 pr-4 whitespace-nowrap max-sm:hidden">
              {formatDay(order.order_date)}
            </td>
            <td className="py-4 pr-4 max-sm:hidden">
              <Status order={order} />
            </td>
            <td className="py-4 text-right whitespace-nowrap">
              {formatMoney(order.amount_total, order.currency)}
              {order.amount_refunded > 0 && (
                <span className="block text-sm text-ink-soft">
                  {formatMoney(order.amount_refunded, order.currency)} refunded
                </span>
              )}
              <span className="mt-1 block sm:hidden">
                <Status order={order} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Status({ order }: { order: UserOrder }) {
  const { status, isCompleted } = orderStatus(order);
  return <StatusBadge tone={isCompleted ? "good" : "waiting"}>{status}</StatusBadge>;
}
