import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

export type ConfirmDialogProps = {
  open: boolean;
  plan: string;
  onClose: () => void;
  onConfirm: () => void;
};

export function ConfirmDialog({ open, plan, onClose, onConfirm }: ConfirmDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Are You Absolutely Sure?">
      <p className="mt-4 text-ink-soft">
        {`We have one offer before your ${plan} ends. The next page shows it and lets you cancel in one click.`}
      </p>
      <div className="mt-6 grid gap-3 *:text-balance">
        <Button onClick={onClose}>Wait, Let Me Think About This</Button>
        <Button variant="danger" onClick={onConfirm}>
          Yes, Cancel My Subscription
        </Button>
      </div>
    </Dialog>
  );
}
