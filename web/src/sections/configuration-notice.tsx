import { COMPANY } from "#contracts/company.ts";
import { useBackendConfigured, usePaymentConfigured } from "../lib/use-site-config.ts";

export function ConfigurationNotice() {
  const hasBackend = useBackendConfigured();
  if (usePaymentConfigured()) return null;
  return (
    <aside aria-labelledby="configuration" className="page-width pb-10">
      <div className="border-l-4 border-persimmon bg-paper-deep px-6 py-5">
        <h2 id="configuration" className="text-xl">
          Service Configuration Required
        </h2>
        <p className="measure mt-2 text-ink-soft">
          {`You can’t buy plans on this site yet because its ${hasBackend ? "payment key" : "backend"} isn’t configured. You can book a call as usual, and ${COMPANY.email} reaches us.`}
        </p>
      </div>
    </aside>
  );
}
