import type { Submission } from "../../features/account/use-submission.ts";
import { requestCardPage } from "../../features/customer/plan-changes.ts";
import { Button } from "../../ui/button.tsx";
import { DASHBOARD_MESSAGES } from "#contracts/dashboard-messages.ts";

const TEXTS: Readonly<Record<string, { title: string; text: string }>> = {
  past_due: {
    title: "Your last payment did not go through",
    text: "Nothing has stopped yet: we try your card again over the next days. Update it now and everything goes on as it was.",
  },
  unpaid: {
    title: "Your subscription waits for a payment",
    text: "We tried your card several times. Update it, and we start again as soon as the payment is made.",
  },
  incomplete: {
    title: "Your first payment has not gone through",
    text: "Your subscription begins when it has. Please check your card.",
  },
};

/** Says that a payment is owed, and leads to the page where the card is changed. */
export function OwingBanner({ status, submission }: { status: string; submission: Submission }) {
  const shown = TEXTS[status];
  if (shown === undefined) return null;
  return (
    <section aria-labelledby="owing" className="customer-banner">
      <div>
        <h2 id="owing" className="text-xl">
          {shown.title}
        </h2>
        <p>{shown.text}</p>
      </div>
      <Button
        disabled={submission.busy}
        onClick={() => {
          void submission.run(async () => {
            window.location.assign(await requestCardPage());
            return null;
          }, DASHBOARD_MESSAGES.cardFailed);
        }}
      >
        Update Card
      </Button>
    </section>
  );
}
