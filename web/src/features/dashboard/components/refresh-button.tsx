import { Button } from "../../../ui/button.tsx";

export function RefreshButton({ busy, onRefresh }: { busy: boolean; onRefresh: () => void }) {
  return (
    <Button variant="quiet" disabled={busy} onClick={onRefresh} className="mt-4">
      {busy ? "One moment..." : "Refresh Subscription Data"}
    </Button>
  );
}
