import type { User } from "@supabase/auth-js";
import type { UserOrder, UserSubscription } from "#contracts/api/subscription.ts";
import { isDebitRunning } from "#contracts/billing/bank-debit.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { BILLING_PAGE_MESSAGES } from "#contracts/messages/billing-page.ts";
import { DASHBOARD_MESSAGES } from "#contracts/messages/dashboard.ts";
import { type Action, useAction } from "../../../lib/use-action.ts";
import { Button } from "../../../ui/button.tsx";
import { Contents } from "../../../ui/contents.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { OutcomeNote } from "../../../ui/outcome-note.tsx";
import { PageHead } from "../../../ui/page-title.tsx";
import { part } from "../../../ui/part.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Panel } from "../../account/components/security/panel.tsx";
import { useSubscription } from "../../subscription/hooks/use-subscription.ts";
import { isStripeAway, openDocument } from "../billing-api.ts";
import { PANEL_TITLES } from "../panel-titles.ts";
import { OrderList } from "./order-list.tsx";
import { PaymentPanel } from "./payment-panel.tsx";

const DetailsPanel = part(async () => (await import("./details-panel.tsx")).DetailsPanel, null);

export const BILLING_TITLE = "Billing and invoices";

export function BillingPage({ user }: { user: User }) {
  const { refresh, ...queries } = useSubscription(user.id);
  const { data: subscription, error } = queries.subscription;
  const { data: orders } = queries.orders;
  const isReading = [queries.subscription, queries.details, queries.orders].some(
    (query) => query.data === undefined && query.error === undefined,
  );
  const action = useAction();
  return (
    <>
      <PageHead title={BILLING_TITLE} />
      <div className="page-width pb-(--section)">
        {isStripeAway(action.error) ? (
          <StripeAway order={orders?.[0]} action={action} />
        ) : (
          <OutcomeNote outcome={action.outcome} />
        )}
        {error !== undefined && (
          <LoadError text={DASHBOARD_MESSAGES.loadFailed} onRetry={queries.subscription.mutate} />
        )}
        {error === undefined && queries.details.error !== undefined && (
          <LoadError text={DASHBOARD_MESSAGES.detailsFailed} onRetry={queries.details.mutate} />
        )}
        {isReading && <Skeleton shape="panels" />}
        {!isReading && subscription != null && <Contents titles={PANEL_TITLES} />}
        {!isReading && subscription !== undefined && (
          <PaymentPanel
            subscription={subscription}
            details={queries.details.data ?? null}
            action={action}
            onPaid={refresh}
          />
        )}
        {queries.orders.error !== undefined && (
          <LoadError text={DASHBOARD_MESSAGES.ordersFailed} onRetry={queries.orders.mutate} />
        )}
        {!isReading && orders !== undefined && orders.length > 0 && (
          <Panel
            id="orders"
            title={PANEL_TITLES.orders}
            lead="Each payment with its invoice, newest first. They open on Stripe."
          >
            <OrderList
              orders={orders}
              isPayable={subscription != null && isPayable(subscription)}
              action={action}
            />
          </Panel>
        )}
        {!isReading && subscription !== null && <DetailsPanel userId={user.id} />}
      </div>
    </>
  );
}

function isPayable({
  subscription_status: status,
  payment_method_brand: brand,
}: UserSubscription): boolean {
  return isOpen(status) && !isDebitRunning({ status, brand });
}

/** The page of an invoice still opens: we know it from the last sync. */
function StripeAway({ order, action }: { order: UserOrder | undefined; action: Action }) {
  return (
    <div role="alert" className="load-problem mb-6">
      <p>{BILLING_PAGE_MESSAGES.away}</p>
      {order !== undefined && (
        <Button
          variant="secondary"
          disabled={action.isRunning}
          onClick={() =>
            void openDocument(action, { orderId: order.order_id, document: "invoice" })
          }
          className="mt-2"
        >
          {order.order_status === "pending"
            ? "Pay on your invoice’s page"
            : "Open your latest invoice"}
        </Button>
      )}
    </div>
  );
}
