import { Button } from "../../../ui/button.tsx";

export function RefreshButton({ busy, onRefresh }: { busy: boolean; onRefresh: () => void }) {
  return (
    <Button variant="quiet" disabled={busy} onClick={onRefresh}>
      {busy ? "One moment..." : "Refresh Subscription Data"}
    </Button>
  );
}
