import { useEffect, useRef } from "react";
import { DASHBOARD_MESSAGES } from "#contracts/messages/dashboard.ts";
import { success, useAction } from "../../../lib/use-action.ts";
import { Button } from "../../../ui/button.tsx";
import { OutcomeNote } from "../../../ui/outcome-note.tsx";
import { apiErrors } from "../../session/api-errors.ts";
import { claimPurchase } from "../api/claim-purchase.ts";

/** A button, because the link to this page may come from somebody else. */
export function ClaimPurchase({ sessionId }: { sessionId: string }) {
  const action = useAction();
  const isClaimed = action.outcome?.tone === "success";
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone, and the focus with it.
  useEffect(() => {
    if (isClaimed) heading.current?.focus();
  }, [isClaimed]);
  return (
    <section
      aria-labelledby="claim"
      className="mt-10 bg-foam p-[clamp(1.25rem,1rem+1.5vw,2.25rem)]"
    >
      <h2 ref={heading} id="claim" tabIndex={-1} className="text-2xl">
        {isClaimed ? "This is yours" : "Is this yours?"}
      </h2>
      {!isClaimed && (
        <>
          <p className="measure mt-3 text-ink-soft">
            This subscription was bought without signing in. If you bought it, add it to the account
            you’re signed in to.
          </p>
          <Button
            className="mt-5"
            disabled={action.isRunning}
            onClick={() => {
              void action.run(apiErrors(DASHBOARD_MESSAGES.claimFailed), async () => {
                await claimPurchase({ checkoutSessionId: sessionId });
                return success(DASHBOARD_MESSAGES.claimed);
              });
            }}
          >
            Yes, this is mine
          </Button>
        </>
      )}
      <div className="mt-3">
        <OutcomeNote outcome={action.outcome} />
      </div>
    </section>
  );
}
