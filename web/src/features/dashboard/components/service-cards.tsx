import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { nextReport } from "#contracts/billing/report-date.ts";
import { COMPANY } from "#contracts/company.ts";
import { formatGbp } from "#contracts/money.ts";
import { TERMS } from "#contracts/terms.ts";
import { SUPPORT } from "../../../content/support.ts";
import { formatDay, isoOf } from "../../../lib/dates.ts";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { ExternalLink } from "../../../ui/link.tsx";
import { Portrait } from "../../dashboard-cards/portrait.tsx";
import { hasAccountManager, isServiceActive } from "../../subscription/subscription-status.ts";
import { useDashboard } from "../dashboard-context.ts";
import { promiseLines } from "../promise-lines.ts";

/** Shows the account manager, the last report and the next payment beside everything else. */
export function ServiceCards() {
  const { statusView, details } = useDashboard();
  if (!isServiceActive(statusView)) return null;
  const [next] = details?.payments ?? [];
  return (
    <>
      {hasAccountManager(statusView) && <Manager manager={details?.account_manager ?? null} />}
      <Report />
      {next !== undefined && (
        <section aria-labelledby="next-payment" className="border-t-2 border-ink pt-5">
          <h2 id="next-payment" className="text-xl">
            Next payment
          </h2>
          <p className="tabular mt-3">
            {formatGbp(next.pence)} on {formatDay(isoOf(next.at))}
          </p>
        </section>
      )}
    </>
  );
}

function Manager({ manager }: { manager: SubscriptionDetails["account_manager"] }) {
  const way =
    manager === null
      ? { href: SUPPORT.whatsApp, label: "Message on WhatsApp" }
      : manager.whatsApp === null
        ? { href: `mailto:${COMPANY.email}`, label: "Write an email" }
        : { href: `https://wa.me/${manager.whatsApp.slice(1)}`, label: "Message on WhatsApp" };
  return (
    <section aria-labelledby="manager" className="flex flex-col border-t-2 border-ink pt-5">
      <h2 id="manager" className="text-xl">
        Account Manager
      </h2>
      <div className="mt-5 mb-6 flex items-center gap-5">
        <Portrait
          name={manager?.name ?? COMPANY.name}
          photo={manager?.photo ?? null}
          size="large"
        />
        <p className="min-w-0 wrap-anywhere">
          <strong className="block text-lg">{manager?.name ?? "Your account manager"}</strong>
          <span className="text-sm text-ink-soft">{manager?.hours ?? SUPPORT.hours}</span>
        </p>
      </div>
      <ExternalLink href={way.href} className="button button-secondary mt-auto self-start">
        {way.label}
      </ExternalLink>
    </section>
  );
}

function Report() {
  const { user, now, details } = useDashboard();
  const { daysLeft, dueAt } = nextReport(
    user.created_at,
    new Date(now).toISOString(),
    TERMS.report.days,
  );
  const best = details?.report_figure ?? null;
  return (
    <section aria-labelledby="report" className="flex flex-col border-t-2 border-ink pt-5">
      <h2 id="report" className="text-xl">
        Monthly Performance Report
      </h2>
      {best !== null && (
        <p className="tabular mt-4">
          <span className="text-ink-soft">{best.name}</span>
          <strong className="block font-display text-2xl">{best.value}</strong>
        </p>
      )}
      <p className="tabular mt-3 text-ink-soft">
        {daysLeft} {daysLeft === 1 ? "day" : "days"} to the next one, on {formatDay(dueAt)}
      </p>
      {details?.has_report === true && (
        <ButtonLink href={paths.reports} variant="secondary" className="mt-6 self-start">
          Open your last report
        </ButtonLink>
      )}
    </section>
  );
}

export function PromisesCard({ promises }: Pick<SubscriptionDetails, "promises">) {
  const { now } = useDashboard();
  const lines = promiseLines(promises, now / 1_000);
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="promises" className="border-t-2 border-ink pt-5">
      <h2 id="promises" className="text-xl">
        What we promised
      </h2>
      <ul
        className={`mt-5 grid gap-4 ${lines.length % 3 === 0 ? "sm:grid-cols-3" : "sm:grid-cols-2"}`}
      >
        {lines.map(({ title, when, isKept }) => (
          <li key={`${title} ${when}`} className="flex gap-3">
            <span aria-hidden="true" className="w-6 shrink-0">
              {isKept ? "✓" : "○"}
            </span>
            <p>
              <strong>{title}</strong>
              {isKept && <span className="sr-only"> (done)</span>}
              <span className="block text-ink-soft">{when}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
