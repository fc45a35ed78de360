import { useEffect, useState } from "react";
import { useBackendConfigured } from "../../../lib/use-site-config.ts";
import { useSession } from "../../session/session.ts";
import { type Promotion, promotionBeforeSignIn, promotionOfError } from "../promotion.ts";

const NONE: Promotion = { state: "none" };
const CHECKING: Promotion = { state: "checking" };

/** Asks the server what the code takes off for this buyer. */
export function usePromotion(code: string | null): Promotion {
  const session = useSession();
  const isConfigured = useBackendConfigured();
  const userId = session.state === "signed-in" ? session.user.id : null;
  const isKnown = session.state !== "unknown" && session.state !== "returning";
  const key = code === null || !isKnown || !isConfigured ? null : `${userId ?? ""} ${code}`;
  const [answer, setAnswer] = useState<{ key: string; promotion: Promotion } | null>(null);
  const local = code === null || userId !== null ? null : promotionBeforeSignIn(code);
  const isAsked = key !== null && local === null;

  useEffect(() => {
    if (!isAsked || code === null) return;
    let isMounted = true;
    const show = (promotion: Promotion) => isMounted && setAnswer({ key, promotion });
    import("../api/fetch-discount.ts")
      .then(({ fetchDiscount }) => fetchDiscount(code))
      .then(
        (discount) => show({ state: "applied", discount, mustSignIn: false }),
        (error: unknown) => show(promotionOfError(error)),
      );
    return () => {
      isMounted = false;
    };
  }, [key, code, isAsked]);

  if (code === null) return NONE;
  if (local !== null && isKnown) return local;
  return answer !== null && answer.key === key ? answer.promotion : CHECKING;
}
