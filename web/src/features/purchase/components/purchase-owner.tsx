import { useEffect } from "react";
import { sessionStorageOrNull } from "../../../lib/browser-storage.ts";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { TextLink } from "../../../ui/link.tsx";
import { part } from "../../../ui/part.tsx";
import { clearReturnTo, saveReturnTo } from "../../session/return-to.ts";
import { useSession } from "../../session/session.ts";
import type { FoundPurchase } from "../poll-purchase.ts";

const ClaimPurchase = part(async () => (await import("./claim-purchase.tsx")).ClaimPurchase, null);

/** Lets a guest claim the purchase: sign-in returns to this checkout session. */
export function PurchaseOwner({
  sessionId,
  purchase,
}: {
  sessionId: string | null;
  purchase: FoundPurchase;
}) {
  const session = useSession();
  const isGuest = session.state === "visitor" || session.state === "awaiting-code";
  useEffect(() => {
    if (!isGuest || sessionId === null) return;
    const storage = sessionStorageOrNull();
    // Replaces the pending checkout as redirect target.
    clearReturnTo(storage);
    saveReturnTo(storage, `${paths.checkoutSuccess}?session_id=${encodeURIComponent(sessionId)}`);
  }, [isGuest, sessionId]);

  if (isGuest && sessionId !== null) {
    return (
      <section
        aria-labelledby="claim"
        className="mt-10 bg-foam p-[clamp(1.25rem,1rem+1.5vw,2.25rem)]"
      >
        <h2 id="claim" className="text-2xl">
          Manage it online
        </h2>
        <p className="measure mt-3 text-ink-soft">
          Create an account or sign in to manage this subscription, see your orders and update your
          card. You’ll come back here to add it.
        </p>
        <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
          <ButtonLink href={paths.signup} arrow>
            Create Your Account
          </ButtonLink>
          <TextLink href={paths.auth}>I have an account</TextLink>
        </div>
      </section>
    );
  }
  if (session.state === "signed-in" && purchase.isUnclaimed && sessionId !== null) {
    return <ClaimPurchase sessionId={sessionId} />;
  }
  if (session.state === "signed-in" && !purchase.isYours) {
    return (
      <p className="mt-10 bg-foam p-[clamp(1.25rem,1rem+1.5vw,2.25rem)]">
        This subscription belongs to a different account from the one you’re signed in to, so it
        isn’t on your dashboard.
      </p>
    );
  }
  return null;
}
