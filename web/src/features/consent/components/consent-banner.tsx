import { PIXEL } from "../../../content/pixel-provider.ts";
import { focusHeading } from "../../../lib/navigate.ts";
import { paths } from "../../../paths.ts";
import { Link } from "../../../ui/link.tsx";
import { useConsent } from "../consent.ts";
import { ConsentButtons } from "./consent-buttons.tsx";

export function ConsentBanner() {
  if (useConsent() !== null) return null;
  return (
    <section
      aria-label="Cookies"
      className="cookie-question needs-script no-print border-b border-rule bg-paper-deep text-sm"
    >
      <div className="page-width flex flex-wrap items-center justify-between gap-x-10 gap-y-1 py-1 sm:py-3">
        <p className="leading-[1.3]">
          May we use {PIXEL.provider}’s cookies, which tell us which ads work, and our booking
          calendar’s? Nothing loads unless you say yes.{" "}
          <Link href={paths.cookiePolicy} className="text-link">
            Cookie policy
          </Link>
        </p>
        <div className="flex gap-3 max-sm:w-full max-sm:*:flex-1">
          {/* The focused button goes with the banner. */}
          <ConsentButtons onDecided={focusHeading} />
        </div>
      </div>
    </section>
  );
}
