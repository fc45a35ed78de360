import { RETENTION_MESSAGES } from "#contracts/retention-messages.ts";
import { Button } from "../../ui/button.tsx";

/** Takes back the end that is set. */
export function KeepButton({ isKeeping, onKeep }: { isKeeping: boolean; onKeep: () => void }) {
  return (
    <Button disabled={isKeeping} onClick={onKeep}>
      {isKeeping ? RETENTION_MESSAGES.keeping : "Keep My Subscription"}
    </Button>
  );
}
