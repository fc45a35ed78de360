import { type MouseEvent, type ReactNode, useState } from "react";
import { DEMO_ALERTS, DEMO_CALENDAR_ALERT } from "../../../content/demo-account.ts";
import { homeSection, isPrivatePath } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

/** Buttons, and links to pages behind a sign-in, say what they would do; other links work. */
export function DemoStage({ className, children }: { className?: string; children: ReactNode }) {
  const [alert, setAlert] = useState<string | null>(null);

  function say(event: MouseEvent): void {
    const pressed = event.target instanceof Element ? event.target.closest("a, button") : null;
    if (pressed === null) return;
    if (pressed instanceof HTMLAnchorElement) {
      const { origin, pathname } = pressed;
      if (origin === window.location.origin && !isPrivatePath(pathname)) return;
    }
    event.preventDefault();
    event.stopPropagation();
    const name = pressed.textContent;
    const known = Object.entries(DEMO_ALERTS).find(([label]) => name.startsWith(label));
    setAlert(known?.[1] ?? DEMO_CALENDAR_ALERT);
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
