import type { UserOrder } from "#contracts/api/subscription.ts";
import { DASHBOARD_MESSAGES } from "#contracts/messages/dashboard.ts";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { Fold } from "../../dashboard-cards/fold.tsx";
import { OrdersTable } from "../../dashboard-cards/orders-table.tsx";
import { orderStatus } from "../../subscription/order-status.ts";

/** A quarter; the billing page has all. */
const SHOWN_MAX = 3;

export function OrderHistory({
  orders,
  hasFailed,
  onRetry,
}: {
  orders: readonly UserOrder[] | undefined;
  hasFailed: boolean;
  onRetry: () => void;
}) {
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
      <OrdersTable
        orders={orders.slice(0, SHOWN_MAX).map((order) => ({
          id: order.order_number ?? order.order_id,
          placedOn: order.order_date,
          ...orderStatus(order),
          amountPence: order.amount_total,
          refundedPence: order.amount_refunded,
          currency: order.currency,
        }))}
      />
      {orders.length > SHOWN_MAX && (
        <ButtonLink href={paths.accountBilling} variant="quiet" className="mt-3">
          {`All ${orders.length} orders with their invoices`}
        </ButtonLink>
      )}
    </>
  );
}
