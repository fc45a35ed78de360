import { formatMoney } from "#contracts/money.ts";
import { formatDay } from "../../lib/dates.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TableScroller } from "../../ui/table-scroller.tsx";

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
    <TableScroller label="Table of orders" className="mt-6">
      <table className="tabular w-full min-w-76 text-left max-sm:text-sm">
        <caption className="sr-only">Orders, newest first</caption>
        <thead>
          <tr className="border-b-2 border-ink text-sm">
            <th scope="col" className="py-3 pr-4">
              Order
            </th>
            <th scope="col" className="py-3 pr-4">
              Date
            </th>
            <th scope="col" className="py-3 pr-4">
              Status
            </th>
            <th scope="col" className="py-3 text-right">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id} className="border-b border-rule">
              <th scope="row" className="py-4 pr-4 font-semibold max-sm:pr-2 sm:whitespace-nowrap">
                {order.id}
              </th>
              <td className="py-4 pr-4 max-sm:pr-2 sm:whitespace-nowrap">
                {formatDay(order.placedOn)}
              </td>
              <td className="py-4 pr-4 max-sm:pr-2">
                <StatusBadge tone={order.isCompleted ? "good" : "waiting"}>
                  {order.status}
                </StatusBadge>
              </td>
              <td className="py-4 text-right">
                {formatMoney(order.amountPence, order.currency)}
                {order.refundedPence !== undefined && order.refundedPence > 0 && (
                  <span className="block text-sm text-ink-soft">
                    {formatMoney(order.refundedPence, order.currency)} refunded
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroller>
  );
}
