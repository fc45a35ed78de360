import { type ComponentProps, useState } from "react";
import type { DemoAction } from "../../../content/demo-account.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

export function DemoButton({
  action,
  of,
  variant = "secondary",
  className,
}: {
  action: DemoAction;
  of?: string;
  variant?: ComponentProps<typeof Button>["variant"];
  className?: string;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant={variant}
        onClick={() => setIsOpen(true)}
        {...(className !== undefined && { className })}
      >
        {action.label}
        {of !== undefined && <span className="sr-only">: {of}</span>}
      </Button>
      {isOpen && (
        <Dialog open onClose={() => setIsOpen(false)} title="This is a demo">
          <p className="mt-4">{action.alert}</p>
          <Button className="mt-6" onClick={() => setIsOpen(false)}>
            Close
          </Button>
        </Dialog>
      )}
    </>
  );
}
