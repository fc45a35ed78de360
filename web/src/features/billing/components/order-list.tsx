import type { ReactNode } from "react";
import type { OrderDocumentRequest } from "#contracts/api/order-document.ts";
import type { UserOrder } from "#contracts/api/subscription.ts";
import { formatMoney } from "#contracts/money.ts";
import { formatDay } from "../../../lib/dates.ts";
import type { Action } from "../../../lib/use-action.ts";
import { Button } from "../../../ui/button.tsx";
import { StatusBadge } from "../../../ui/status-badge.tsx";
import { orderStatus } from "../../subscription/order-status.ts";
import { openDocument } from "../billing-api.ts";

const LABELS = { invoice: "Invoice", pdf: "PDF", receipt: "Receipt" } as const;

type ListProps = {
  /** Paying an invoice of an ended subscription restores nothing. */
  isPayable: boolean;
  action: Action;
};

export function OrderList({ orders, ...rest }: ListProps & { orders: readonly UserOrder[] }) {
  return (
    <ul className="tabular">
      {orders.map((order) => (
        <Order key={order.order_id} order={order} {...rest} />
      ))}
    </ul>
  );
}

function Order({ order, isPayable, action }: ListProps & { order: UserOrder }) {
  const { status, isCompleted } = orderStatus(order);
  const { order_id: orderId } = order;
  const name = order.order_number ?? orderId;
  const isUnpaid = isPayable && order.order_status === "pending";
  return (
    <li className="border-b border-rule py-3 wrap-anywhere first:border-t">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h3 className="text-base">{name}</h3>
        <span>{formatDay(order.order_date)}</span>
        <StatusBadge tone={isCompleted ? "good" : "waiting"}>{status}</StatusBadge>
        <strong className="ml-auto font-display text-lg">
          {formatMoney(order.amount_total, order.currency)}
        </strong>
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <div className="text-ink-soft">
          {order.order_lines.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- an invoice may have two equal lines
            <p key={index}>{line}</p>
          ))}
          {order.amount_refunded > 0 && (
            <p>{formatMoney(order.amount_refunded, order.currency)} refunded</p>
          )}
        </div>
        <div className="account-actions">
          {documentsOf(order).map((document) => (
            <DocumentButton key={document} action={action} request={{ orderId, document }}>
              {isUnpaid && document === "invoice" ? "Pay" : LABELS[document]}
              <span className="sr-only">
                {isUnpaid && document === "invoice" ? " invoice" : " of"} {name}
              </span>
            </DocumentButton>
          ))}
        </div>
      </div>
      {order.credit_notes.map(({ id, number, amount }) => (
        <div key={id} className="account-actions mt-3">
          <span>
            Credit note {number}, {formatMoney(amount, order.currency)}
          </span>
          <DocumentButton
            action={action}
            request={{ orderId, document: "credit_note", creditNoteId: id }}
          >
            PDF<span className="sr-only"> of credit note {number}</span>
          </DocumentButton>
        </div>
      ))}
    </li>
  );
}

type DocumentButtonProps = {
  action: Action;
  request: OrderDocumentRequest;
  children: ReactNode;
};

function DocumentButton({ action, request, children }: DocumentButtonProps) {
  return (
    <Button
      variant="quiet"
      disabled={action.isRunning}
      onClick={() => void openDocument(action, request)}
    >
      {children}
    </Button>
  );
}

function documentsOf({ amount_collected: collected }: UserOrder): (keyof typeof LABELS)[] {
  return collected > 0 ? ["invoice", "pdf", "receipt"] : ["invoice", "pdf"];
}
