import { Button } from "../../../ui/button.tsx";

export function RefreshButton({ isBusy, onRefresh }: { isBusy: boolean; onRefresh: () => void }) {
  return (
    <Button variant="quiet" disabled={isBusy} onClick={onRefresh}>
      {isBusy ? "One moment..." : "Refresh Subscription Data"}
    </Button>
  );
}
