import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { BOOKING } from "../content/booking.ts";
import { SUPPORT } from "../content/support.ts";
import { useConsent } from "../features/consent/consent.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { ArrowUpRight } from "../ui/icons.tsx";
import { EmailLink, ExternalLink, TextLink } from "../ui/link.tsx";
import { WaveDivider } from "../ui/wave-divider.tsx";

type State = "asking" | "loading" | "shown" | "slow" | "unreachable";

// After this time a note points to the other ways.
const SLOW_AFTER_MS = 8_000;

export function BookingCalendar({ url, title }: { url: string; title: string }) {
  const [state, setState] = useState<State>("asking");
  const frame = useRef<HTMLIFrameElement>(null);
  const [, navigate] = useLocation();
  const hasConsented = useConsent()?.choice === "accepted";
  const isFramed = hasConsented && (state === "loading" || state === "shown" || state === "slow");

  useEffect(() => {
    if (state !== "loading") return;
    const timer = window.setTimeout(() => setState("slow"), SLOW_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [state]);

  useEffect(() => {
    function onMessage({ origin, source, data }: MessageEvent<{ event?: unknown } | null>): void {
      if (origin !== BOOKING.origin || source !== frame.current?.contentWindow) return;
      if (data?.event === BOOKING.bookedMessage) navigate(paths.callBooked);
    }
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, [navigate]);

  function open(): void {
    setState("loading");
    // The frame itself reports the browser's error page as loaded.
    fetch(url, { method: "HEAD", mode: "no-cors", credentials: "omit" }).catch(() =>
      setState("unreachable"),
    );
  }

  return (
    <div className="border-2 border-ink">
      {isFramed ? (
        <>
          <output className="block px-6 pt-4 text-sm text-ink-soft empty:hidden">
            {state === "loading" && "Loading the calendar…"}
            {state === "slow" && "The calendar is slow to load. You can book another way below."}
          </output>
          <iframe
            ref={frame}
            // Without the host that embeds it, the calendar tells us nothing.
            src={`${url}?${String(new URLSearchParams({ embed_domain: window.location.host, embed_type: "Inline" }))}`}
            // The frame is of another origin, so both permissions together do not open this page to it.
            // oxlint-disable-next-line react/iframe-missing-sandbox
            sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
            title={title}
            onLoad={() => setState((now) => (now === "unreachable" ? now : "shown"))}
            className="h-[44rem] w-full bg-chalk"
          />
        </>
      ) : (
        <div data-tone="tide" className="overflow-clip bg-tide text-on-tide">
          <div className="p-[min(1.5rem,8vw)] sm:p-10">
            {state === "unreachable" && (
              <p role="alert" className="mb-6 font-semibold">
                The calendar can’t be reached. Your network or a browser extension may be blocking
                it.
              </p>
            )}
            <p className="font-display text-2xl font-bold">
              Pick a free time and we’ll ring you then.
            </p>
            <div className="mt-6">
              {hasConsented ? (
                <Button onClick={open}>
                  {state === "unreachable" ? "Try again" : "Show the calendar here"}
                </Button>
              ) : (
                <CalendarLink url={url} className="button max-sm:px-3 button-primary" />
              )}
            </div>
            <p className="mt-4 max-w-80 text-sm text-ink-soft">
              {BOOKING.provider} sets its own cookies, so we don’t load it until you{" "}
              {hasConsented ? (
                "ask for it."
              ) : (
                <>
                  accept them under{" "}
                  <TextLink href={`${paths.cookiePolicy}#your-choice`}>Cookie settings</TextLink>.
                </>
              )}
            </p>
          </div>
          {/* Wider than its panel, of which a line would show beside it. */}
          <div className="-mr-3">
            <WaveDivider className="text-paper" />
          </div>
        </div>
      )}
      <div className={`px-6 pb-4 sm:px-10 ${isFramed ? "border-t-2 border-ink pt-6" : "pt-2"}`}>
        <h3 className="font-semibold">Or book another way</h3>
        <ul className="mt-2 divide-y divide-rule *:py-2.5">
          {hasConsented && (
            <li>
              <CalendarLink url={url} className="inline-flex items-center gap-2 text-link" />
            </li>
          )}
          <li>
            Call{" "}
            <a href={SUPPORT.phone.href} className="text-link">
              {SUPPORT.phone.label}
            </a>
            , {SUPPORT.hours}
          </li>
          <li>
            <ExternalLink href={SUPPORT.whatsApp} className="text-link">
              Message us on WhatsApp
            </ExternalLink>
          </li>
          <li>
            <TextLink href={paths.contact}>Write to us</TextLink> or email <EmailLink />
          </li>
        </ul>
      </div>
    </div>
  );
}

function CalendarLink({ url, className }: { url: string; className: string }) {
  return (
    <ExternalLink href={url} className={className}>
      Open the calendar
      <ArrowUpRight className="size-4 max-sm:hidden" />
    </ExternalLink>
  );
}
