import { formatMoney } from "#contracts/money.ts";
import { formatDay } from "../../lib/dates.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";

type ShownOrder = {
  readonly id: string;
  /** ISO 8601 date or timestamp. */
  readonly placedOn: string;
  readonly status: string;
  readonly isCompleted: boolean;
  readonly amountPence: number;
  readonly refundedPence?: number;
  readonly currency: string;
};

export function OrdersTable({ orders }: { orders: readonly ShownOrder[] }) {
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
          <tr key={order.id} className="border-b border-rule align-top">
            <th scope="row" className="py-4 pr-4 font-semibold wrap-anywhere">
              {order.id}
              <span className="mt-1 block font-normal text-ink-soft sm:hidden">
                {formatDay(order.placedOn)}
              </span>
            </th>
            <td className="py-4 pr-4 whitespace-nowrap max-sm:hidden">
              {formatDay(order.placedOn)}
            </td>
            <td className="py-4 pr-4 max-sm:hidden">
              <Status order={order} />
            </td>
            <td className="py-4 text-right whitespace-nowrap">
              {formatMoney(order.amountPence, order.currency)}
              {order.refundedPence !== undefined && order.refundedPence > 0 && (
                <span className="block text-sm text-ink-soft">
                  {formatMoney(order.refundedPence, order.currency)} refunded
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

function Status({ order }: { order: ShownOrder }) {
  return <StatusBadge tone={order.isCompleted ? "good" : "waiting"}>{order.status}</StatusBadge>;
}
