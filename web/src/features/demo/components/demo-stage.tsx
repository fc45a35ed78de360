import { type MouseEvent, type ReactNode, useState } from "react";
import { DEMO_ALERTS } from "../../../content/demo-account.ts";
import { homeSection, isPrivatePath, paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

type DemoStageProps = {
  isOff?: boolean;
  className?: string;
  /** The page opens its calendar at the hash of the link. */
  onCalendar?: (hash: string) => void;
  children: ReactNode;
};

/** Buttons, and links to an account’s other pages, say what they would do. */
export function DemoStage({ isOff = false, className, onCalendar, children }: DemoStageProps) {
  const [alert, setAlert] = useState<string | null>(null);

  function say(event: MouseEvent): void {
    const pressed = event.target instanceof Element ? event.target.closest("a, button") : null;
    if (isOff || pressed === null) return;
    const link = pressed instanceof HTMLAnchorElement ? pressed : null;
    const isOurs = link?.origin === window.location.origin;
    if (isOurs && (!isPrivatePath(link.pathname) || link.pathname === paths.checkout)) return;
    event.preventDefault();
    event.stopPropagation();
    if (link?.pathname === paths.calendar) {
      onCalendar?.(link.hash);
      return;
    }
    const name = pressed.textContent;
    const known = Object.entries(DEMO_ALERTS).find(([label]) => name.startsWith(label));
    setAlert(known?.[1] ?? null);
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- it only hears what its buttons and links are told */}
      <div className={className} onClickCapture={say}>
        {children}
      </div>
      {alert !== null && (
        <Dialog open onClose={() => setAlert(null)} title="This is a demo">
          <p className="mt-4">{alert}</p>
          <div className="mt-6 flex flex-wrap gap-3">
            <ButtonLink href={homeSection("pricing")}>See the plans</ButtonLink>
            <Button variant="secondary" onClick={() => setAlert(null)}>
              Close
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
