import { useEffect, useState } from "react";
import { BOOKING } from "../content/booking.ts";
import { useConsent } from "../features/consent/consent.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { ArrowUpRight } from "../ui/icons.tsx";
import { ExternalLink, Link } from "../ui/link.tsx";

type State = "asking" | "loading" | "shown" | "slow";

// After this time a note points to the plain link.
const SLOW_AFTER_MS = 8_000;

export function BookingCalendar({ url, title }: { url: string; title: string }) {
  const [state, setState] = useState<State>("asking");
  const hasConsented = useConsent()?.choice === "accepted";

  useEffect(() => {
    if (state !== "loading") return;
    const timer = window.setTimeout(() => setState("slow"), SLOW_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [state]);

  return (
    <div className="border-2 border-ink">
      {state === "asking" || !hasConsented ? (
        <CalendarPreview url={url} {...(hasConsented && { onOpen: () => setState("loading") })} />
      ) : (
        <>
          <output className="block px-6 pt-4 text-sm text-ink-soft empty:hidden">
            {state === "loading" && "Loading the calendar…"}
            {state === "slow" &&
              "The calendar is slow to load. The link below opens it in a new tab."}
          </output>
          <iframe
            src={url}
            // The frame is of another origin, so both permissions together do not open this page to it.
            // oxlint-disable-next-line react/iframe-missing-sandbox
            sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
            title={title}
            onLoad={() => setState("shown")}
            className="h-[44rem] w-full bg-chalk"
          />
        </>
      )}
      {hasConsented && (
        <p className="border-t-2 border-ink px-6 py-4 text-sm">
          <CalendarLink
            url={url}
            className="inline-flex items-center gap-2 font-semibold text-link"
          />
        </p>
      )}
    </div>
  );
}

function CalendarLink({ url, className }: { url: string; className: string }) {
  return (
    <ExternalLink href={url} className={className}>
      Open the calendar in a new tab
      <ArrowUpRight className="size-3" />
    </ExternalLink>
  );
}

const WEEK = ["Mon", "Tue", "Wed", "Thu", "Fri"];
const FREE_SLOTS = new Set([3, 6, 7, 11, 14, 16, 18]);

function CalendarPreview({ url, onOpen }: { url: string; onOpen?: () => void }) {
  return (
    <div className="p-6 sm:p-10">
      <div
        aria-hidden="true"
        className="grid grid-cols-5 gap-1.5 text-center text-xs text-ink-soft"
      >
        {WEEK.map((day) => (
          <span key={day} className="pb-1">
            {day}
          </span>
        ))}
        {Array.from({ length: 20 }, (_, slot) => (
          <span
            key={slot}
            className={`h-8 sm:h-10 ${FREE_SLOTS.has(slot) ? "bg-persimmon" : "bg-paper-deep"}`}
          />
        ))}
      </div>
      <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
        {onOpen === undefined ? (
          <CalendarLink url={url} className="button button-primary" />
        ) : (
          <Button onClick={onOpen}>Show the calendar here</Button>
        )}
        <p className="max-w-80 text-sm text-ink-soft">
          {BOOKING.provider} sets its own cookies, so we don’t load it until you{" "}
          {onOpen === undefined ? (
            <>
              accept them under{" "}
              <Link href={`${paths.cookiePolicy}#your-choice`} className="text-link">
                Cookie settings
              </Link>
              .
            </>
          ) : (
            "ask for it."
          )}
        </p>
      </div>
    </div>
  );
}
