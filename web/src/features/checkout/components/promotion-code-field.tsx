import { useId, useRef } from "react";
import { PROMOTION_CODE_MAX } from "#contracts/billing/coupons.ts";
import { CHECKOUT_MESSAGES } from "#contracts/messages/checkout.ts";
import { Button } from "../../../ui/button.tsx";
import type { Promotion } from "../promotion.ts";
import { type CheckoutSelection, parsePromotionCode } from "../selection.ts";

export function PromotionCodeField({
  selection: { code },
  promotion,
  disabled,
  onCode,
}: {
  selection: CheckoutSelection;
  promotion: Promotion;
  disabled: boolean;
  onCode: (code: string | null) => void;
}) {
  if (code === null) return <CodeEntry disabled={disabled} onCode={onCode} />;
  return (
    <div className="checkout-code">
      <output>
        <CodeState code={code} promotion={promotion} />
      </output>
      <button
        type="button"
        disabled={disabled}
        onClick={() => onCode(null)}
        className="checkout-code-off"
      >
        Remove<span className="sr-only"> the code {code}</span>
      </button>
    </div>
  );
}

function CodeState({ code, promotion }: { code: string; promotion: Promotion }) {
  switch (promotion.state) {
    case "none":
    case "checking":
      return CHECKOUT_MESSAGES.codeChecking(code);
    case "unknown":
      return CHECKOUT_MESSAGES.codeOnNextPage(code);
    case "refused":
      return (
        <>
          Code <strong>{code}</strong>: {promotion.reason}
        </>
      );
    case "applied":
      return (
        <>
          Code <strong>{code}</strong> applied.
          {promotion.mustSignIn && " It’s for returning customers."}
        </>
      );
  }
}

function CodeEntry({
  disabled,
  onCode,
}: {
  disabled: boolean;
  onCode: (code: string | null) => void;
}) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const apply = () => onCode(parsePromotionCode(field.current?.value ?? ""));
  return (
    <details className="checkout-code needs-script">
      <summary>Have a code?</summary>
      <label htmlFor={id}>Code</label>
      <div className="checkout-code-row">
        <input
          ref={field}
          id={id}
          type="text"
          maxLength={PROMOTION_CODE_MAX}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          disabled={disabled}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // Enter would submit the order.
            event.preventDefault();
            apply();
          }}
        />
        <Button variant="secondary" disabled={disabled} onClick={apply}>
          Apply
        </Button>
      </div>
    </details>
  );
}
