import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { PIXEL } from "../../../content/pixel-provider.ts";
import { focusHeading } from "../../../lib/navigate.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import type { Choice } from "../consent-record.ts";
import { useConsent } from "../consent.ts";
import { ConsentButtons } from "./consent-buttons.tsx";

export function ConsentBanner() {
  const [path] = useLocation();
  const consent = useConsent();
  const [decided, setDecided] = useState<{ choice: Choice; path: string } | null>(null);

  if (consent === null) {
    return (
      <Frame className="cookie-question needs-script">
        <p className="measure">
          Can we use third-party cookies? {PIXEL.provider}’s tell us which ads work, and our booking
          calendar sets its own. Nothing loads unless you say yes.{" "}
          <Link href={paths.cookiePolicy} className="text-link">
            Cookie policy
          </Link>
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <ConsentButtons onDecided={(choice) => setDecided({ choice, path })} />
        </div>
      </Frame>
    );
  }
  if (decided?.path !== path) return null;
  return <Confirmation choice={decided.choice} onHide={() => setDecided(null)} />;
}

function Confirmation({ choice, onHide }: { choice: Choice; onHide: () => void }) {
  const note = useRef<HTMLParagraphElement>(null);

  // The focused button is gone; the focus moves to the confirmation.
  useEffect(() => note.current?.focus(), []);

  function hide(): void {
    onHide();
    focusHeading();
  }

  return (
    <Frame>
      <p ref={note} tabIndex={-1}>
        You have {choice} third-party cookies.{" "}
        <Link href={`${paths.cookiePolicy}#your-choice`} className="text-link">
          Change your mind
        </Link>{" "}
        at any time under “Cookie settings” at the foot of each page.
      </p>
      <Button variant="secondary" onClick={hide}>
        Hide this message
      </Button>
    </Frame>
  );
}

function Frame({ className = "", children }: { className?: string; children: ReactNode }) {
  return (
    <section
      aria-label="Cookies"
      className={`no-print border-b border-rule bg-paper-deep text-sm ${className}`}
    >
      <div className="page-width flex flex-wrap items-center justify-between gap-x-10 gap-y-4 py-4">
        {children}
      </div>
    </section>
  );
}
