import { SECURITY_MESSAGES } from "#contracts/messages/account-security.ts";
import { Button } from "../../../../ui/button.tsx";

export function LoadFailed({ onRetry }: { onRetry: () => unknown }) {
  return (
    <div className="account-actions">
      <p>{SECURITY_MESSAGES.loadFailed}</p>
      <Button variant="quiet" onClick={() => void onRetry()}>
        Try again
      </Button>
    </div>
  );
}
