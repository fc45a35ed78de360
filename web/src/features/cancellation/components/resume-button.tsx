import { CANCELLATION_MESSAGES } from "#contracts/messages/cancellation.ts";
import { Button } from "../../../ui/button.tsx";

export function ResumeButton({
  isResuming,
  onResume,
}: {
  isResuming: boolean;
  onResume: () => void;
}) {
  return (
    <Button disabled={isResuming} onClick={onResume}>
      {isResuming ? CANCELLATION_MESSAGES.resuming : "Keep My Subscription"}
    </Button>
  );
}
