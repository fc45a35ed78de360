import { DEMO_ORDERS, DEMO_SUBSCRIPTION } from "../../../content/demo-account.ts";
import { OrdersTable } from "../../dashboard-cards/orders-table.tsx";

const ORDERS = DEMO_ORDERS.map((order) => ({
  ...order,
  isCompleted: order.status === "Completed",
  amountPence: DEMO_SUBSCRIPTION.pricePence,
}));

export function DemoOrders() {
  return (
    <section aria-labelledby="orders">
      <h2 id="orders" className="text-2xl">
        Order History
      </h2>
      <OrdersTable orders={ORDERS} />
    </section>
  );
}
