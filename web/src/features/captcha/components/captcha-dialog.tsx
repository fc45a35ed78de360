import { useCallback, useEffect, useRef, useState } from "react";
import type { CaptchaAction } from "#contracts/api/captcha.ts";
import { SUPPORT } from "../../../content/support.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { FormError } from "../../../ui/form-error.tsx";
import { EmailLink, ExternalLink } from "../../../ui/link.tsx";
import { loadTurnstile } from "../load-turnstile.ts";

const FLEXIBLE_MIN_PX = 300;

const PURPOSE: Readonly<Record<CaptchaAction, string>> = {
  account: "go on with your account",
  checkout: "open the payment page",
  enquiry: "take your message",
};

type CaptchaDialogProps = {
  siteKey: string;
  action: CaptchaAction;
  onEnd: (token: string | null) => void;
};

/** @param onEnd with null when the visitor closes the dialog */
export function CaptchaDialog({ siteKey, action, onEnd }: CaptchaDialogProps) {
  const [hasFailed, setHasFailed] = useState(false);
  const fail = useCallback(() => setHasFailed(true), []);

  return (
    <Dialog open onClose={() => onEnd(null)} title="Are you human?">
      <p className="mt-4">
        Before we {PURPOSE[action]}, Cloudflare checks for us that you’re human. It takes a moment,
        and sometimes a click. You won’t lose anything you’ve typed.
      </p>
      <div className="mt-6">
        {hasFailed ? (
          <>
            <FormError message="The check didn’t work. A browser extension or your network may be blocking it." />
            <div className="flex flex-wrap gap-4">
              <Button onClick={() => setHasFailed(false)}>Try again</Button>
              <Button variant="quiet" onClick={() => onEnd(null)}>
                Back to the page
              </Button>
            </div>
            <p className="mt-6">
              You can also write to <EmailLink />, or{" "}
              <ExternalLink href={SUPPORT.whatsApp} className="text-link">
                message us on WhatsApp
              </ExternalLink>
              .
            </p>
          </>
        ) : (
          <Widget siteKey={siteKey} action={action} onSolved={onEnd} onFailed={fail} />
        )}
      </div>
    </Dialog>
  );
}

type WidgetProps = {
  siteKey: string;
  action: CaptchaAction;
  onSolved: (token: string) => void;
  onFailed: () => void;
};

function Widget({ siteKey, action, onSolved, onFailed }: WidgetProps) {
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let isGone = false;
    let remove = () => {};
    async function draw(place: HTMLElement): Promise<void> {
      const turnstile = await loadTurnstile();
      if (isGone) return;
      const id = turnstile.render(place, {
        sitekey: siteKey,
        action,
        theme: "auto",
        size: place.clientWidth < FLEXIBLE_MIN_PX ? "compact" : "flexible",
        retry: "never",
        "response-field": false,
        callback: onSolved,
        "error-callback": () => {
          onFailed();
          return true;
        },
        "unsupported-callback": onFailed,
      });
      if (typeof id !== "string") throw new Error("Turnstile drew nothing.");
      remove = () => turnstile.remove(id);
    }
    if (box.current !== null) draw(box.current).catch(onFailed);
    return () => {
      isGone = true;
      remove();
    };
  }, [siteKey, action, onSolved, onFailed]);

  return <div ref={box} />;
}
