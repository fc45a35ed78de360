import { formatDateTime } from "../../../lib/dates.ts";
import { useConsent } from "../consent.ts";
import { ConsentButtons } from "./consent-buttons.tsx";

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
