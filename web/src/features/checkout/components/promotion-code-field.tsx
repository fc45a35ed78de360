import { useId, useRef } from "react";
import { PROMOTION_CODE_MAX } from "#contracts/billing/coupons.ts";
import { CHECKOUT_MESSAGES } from "#contracts/messages/checkout.ts";
import { Button } from "../../../ui/button.tsx";
import { type CheckoutSelection, parsePromotionCode, promotionOf } from "../selection.ts";

export function PromotionCodeField({
  selection,
  disabled,
  onCode,
}: {
  selection: CheckoutSelection;
  disabled: boolean;
  onCode: (code: string | null) => void;
}) {
  const { code } = selection;
  if (code === null) return <CodeEntry disabled={disabled} onCode={onCode} />;
  return (
    <div className="checkout-code">
      <output>
        {promotionOf(code) === null ? (
          CHECKOUT_MESSAGES.codeOnNextPage(code)
        ) : (
          <>
            Code <strong>{code}</strong> applied. It’s for returning customers.
          </>
        )}
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
