import type { KeyboardEvent } from "react";
import { Button } from "../../../ui/button.tsx";

/** @param disabled while a decision is on its way; `isApproving` when it is about this post */
export function DecisionButtons({
  label,
  isApproving,
  disabled,
  onApprove,
  onAsk,
}: {
  label: string;
  isApproving: boolean;
  disabled: boolean;
  onApprove: () => void;
  onAsk: () => void;
}) {
  /** Only while the focus is on a button of the card, so that no key of a screen reader decides by mistake. */
  function press(event: KeyboardEvent): void {
    const isKey = event.isTrusted && !(event.ctrlKey || event.metaKey || event.altKey);
    if (!isKey || disabled) return;
    const key = event.key.toLowerCase();
    if (key !== "a" && key !== "c") return;
    event.preventDefault();
    if (key === "a") onApprove();
    else onAsk();
  }

  return (
    <div className="customer-ways">
      <Button
        disabled={disabled}
        aria-keyshortcuts="A"
        onKeyDown={press}
        onClick={({ isTrusted }) => isTrusted && onApprove()}
      >
        {isApproving ? "Approving..." : "Approve"}
        <span className="sr-only">: {label}</span>
      </Button>
      <Button
        variant="secondary"
        disabled={disabled}
        aria-keyshortcuts="C"
        onKeyDown={press}
        onClick={onAsk}
      >
        Ask for changes<span className="sr-only">: {label}</span>
      </Button>
    </div>
  );
}
