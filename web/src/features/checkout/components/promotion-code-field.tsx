import { useId, useRef } from "react";
import { flushSync } from "react-dom";
import { PROMOTION_CODE_MAX } from "#contracts/billing/coupons.ts";
import { CHECKOUT_MESSAGES } from "#contracts/messages/checkout.ts";
import { Button } from "../../../ui/button.tsx";
import type { Promotion } from "../promotion.ts";
import { type CheckoutSelection, parsePromotionCode } from "../selection.ts";

const BOX = "border-b border-tide-rule py-1 text-(length:--text-sm)";
const TOGGLE =
  "flex min-h-11 w-fit cursor-pointer items-center underline underline-offset-[0.22em]";

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
  const box = useRef<HTMLDivElement>(null);

  /** The control that was pressed goes, and the focus to the one in its place. */
  function change(code: string | null): void {
    flushSync(() => onCode(code));
    box.current?.querySelector<HTMLElement>("button, summary")?.focus();
  }

  return (
    <div
      ref={box}
      className={`${BOX} ${code === null ? "needs-script" : "flex flex-wrap justify-between gap-x-6 gap-y-1"}`}
    >
      <output>{code !== null && <CodeState code={code} promotion={promotion} />}</output>
      {code === null ? (
        <CodeEntry disabled={disabled} onCode={change} />
      ) : (
        <button type="button" disabled={disabled} onClick={() => change(null)} className={TOGGLE}>
          Remove<span className="sr-only"> the code {code}</span>
        </button>
      )}
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
    <details>
      <summary className={TOGGLE}>Have a code?</summary>
      <label htmlFor={id} className="mt-3 mb-1.5 block font-semibold">
        Code
      </label>
      <div className="mb-3 flex gap-3">
        <input
          ref={field}
          id={id}
          type="text"
          className="min-w-0 flex-1 border-2 border-control bg-paper px-3.5 py-2.5 text-[1rem] text-ink"
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
        <Button
          variant="secondary"
          className="flex-[0_0_max-content]"
          disabled={disabled}
          onClick={apply}
        >
          Apply
        </Button>
      </div>
    </details>
  );
}
