import { PIXEL } from "../../../content/pixel-provider.ts";
import { formatDateTime } from "../../../lib/dates.ts";
import { focusHeading } from "../../../lib/navigate.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { TextLink } from "../../../ui/link.tsx";
import type { Choice } from "../consent-record.ts";
import { decide, useConsent } from "../consent.ts";

export function ConsentBanner() {
  if (useConsent() !== null) return null;
  return (
    <section
      aria-label="Cookies"
      className="cookie-question needs-script no-print border-b border-rule bg-paper-deep text-sm"
    >
      <div className="page-width flex flex-wrap items-center justify-between gap-x-10 gap-y-1 py-1 sm:py-3">
        <p className="leading-[1.3]">
          {`Can we use ${PIXEL.provider}’s cookies to see which ads work, and show our booking calendar? Nothing loads unless you say yes. `}
          <TextLink href={paths.cookiePolicy}>Cookie policy</TextLink>
        </p>
        <div className="flex gap-3 max-sm:w-full max-sm:*:flex-1">
          {/* The focused button goes with the banner. */}
          <ConsentButtons onDecided={focusHeading} />
        </div>
      </div>
    </section>
  );
}

export function ConsentSettings() {
  const consent = useConsent();
  return (
    <div className="needs-script">
      <output className="block font-semibold">
        {consent === null
          ? "You haven’t decided yet, so nothing from other companies is loaded."
          : `You ${consent.choice} third-party cookies on ${formatDateTime(consent.decidedAt)}.`}
      </output>
      <div className="mt-4 flex flex-wrap gap-3">
        <ConsentButtons />
      </div>
    </div>
  );
}

/** Same size and look: refusing must be as easy as accepting. */
function ConsentButtons({ onDecided }: { onDecided?: () => void }) {
  function choose(choice: Choice): void {
    decide(choice, new Date());
    onDecided?.();
  }
  return (
    <>
      <Button variant="secondary" className="min-h-11 py-2" onClick={() => choose("accepted")}>
        Accept cookies
      </Button>
      <Button variant="secondary" className="min-h-11 py-2" onClick={() => choose("rejected")}>
        Reject cookies
      </Button>
    </>
  );
}
