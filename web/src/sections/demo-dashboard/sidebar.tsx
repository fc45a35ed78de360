import { DEMO_CUSTOMER, DEMO_ORDERS, DEMO_SUBSCRIPTION } from "../../content/demo-account.ts";
import { formatDay } from "../../lib/dates.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Arrow } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";

const OVERVIEW = [
  { term: "Name", detail: DEMO_CUSTOMER.name },
  { term: "Email", detail: DEMO_CUSTOMER.email },
  { term: "Member since", detail: formatDay(DEMO_CUSTOMER.memberSince) },
  { term: "Plan", detail: DEMO_SUBSCRIPTION.plan },
  { term: "Orders", detail: `${DEMO_ORDERS.length}` },
];

export function DemoOverview() {
  return (
    <section aria-labelledby="overview" className="border-t-2 border-ink pt-5">
      <h2 id="overview" className="text-xl">
        Account Overview
      </h2>
      <dl className="tabular mt-3">
        {OVERVIEW.map(({ term, detail }) => (
          <div key={term} className="border-b border-rule py-2.5">
            <dt className="text-sm text-ink-soft">{term}</dt>
            <dd className="font-semibold">{detail}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const QUICK_ACTIONS = [
  { label: "Schedule Strategy Call", href: paths.scheduleDemo },
  { label: "Contact Support", href: paths.contact },
  { label: "See post examples", href: paths.postExamples },
];

export function DemoQuickActions() {
  return (
    <nav aria-labelledby="quick-actions" className="border-t-2 border-ink pt-5">
      <h2 id="quick-actions" className="text-xl">
        Quick Actions
      </h2>
      <ul className="mt-3">
        {QUICK_ACTIONS.map((action) => (
          <li key={action.href} className="border-b border-rule">
            <Link
              href={action.href}
              className="group flex items-center justify-between py-3.5 font-semibold hover:text-persimmon-text"
            >
              {action.label}
              <Arrow className="size-4 nudge" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What the dashboard shows to an account that has not bought anything yet. */
export function DemoSuccessStories() {
  return (
    <section aria-labelledby="stories" className="bg-paper-deep p-6 md:col-span-2 lg:col-span-1">
      <p className="text-sm text-ink-soft">Accounts without an order see this here:</p>
      <h2 id="stories" className="mt-3 text-xl">
        Join Our Success Stories
      </h2>
      <p className="mt-3 text-ink-soft">Choose a plan and be live within a week.</p>
      <ButtonLink href={paths.checkout} className="mt-5">
        Get Started
      </ButtonLink>
    </section>
  );
}
