import { useState } from "react";
import { COMEBACK_OFFER } from "#contracts/billing/coupons.ts";
import { CANCELLATION_MESSAGES } from "#contracts/messages/cancellation.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";

export function ComebackOffer({ canBuy }: { canBuy: boolean }) {
  const { percentOff, months, code } = COMEBACK_OFFER;
  return (
    <>
      <section aria-labelledby="coming-back" className="retention-decision">
        <h2 id="coming-back" className="text-2xl">
          Come back any time
        </h2>
        <p>
          {`${percentOff}% off your first ${months} months back, with this code`}
          {canBuy ? ":" : " once your subscription has ended:"}
        </p>
        <Code code={code} />
        {canBuy && (
          <ButtonLink href={`${paths.checkout}?code=${code}`} arrow>
            {`Come back with ${percentOff}% off`}
          </ButtonLink>
        )}
      </section>
      <section aria-labelledby="talk" className="min-w-0 border-t-2 border-ink pt-5">
        <h2 id="talk" className="text-xl">
          Talk to us first?
        </h2>
        <p className="mt-2 text-ink-soft">A free 30-minute consultation, whatever you decide.</p>
        <div className="button-row">
          <ButtonLink href={paths.scheduleDemo} variant="secondary">
            Book a consultation
          </ButtonLink>
          <ButtonLink href={paths.contact} variant="quiet">
            Write to us
          </ButtonLink>
        </div>
      </section>
    </>
  );
}

function Code({ code }: { code: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="mt-4 mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 last:mb-0">
      <code className="border-2 border-dashed border-control px-4 py-2.5 text-(length:--text-lg) font-semibold select-all">
        {code}
      </code>
      <Button
        variant="secondary"
        className="flex-[0_0_max-content]"
        onClick={() => {
          // When the browser forbids copying, the code can still be selected.
          navigator.clipboard.writeText(code).then(
            () => setCopied(true),
            () => undefined,
          );
        }}
      >
        Copy
        <span className="sr-only"> the code</span>
      </Button>
      <output className="font-semibold text-good">
        {isCopied ? CANCELLATION_MESSAGES.copied : ""}
      </output>
    </div>
  );
}
