import type { ReactNode } from "react";
import { type Plan, PLANS } from "#contracts/catalogue.ts";
import { formatGbp } from "#contracts/money.ts";
import { PostsOfAMonth } from "../art/posts-of-a-month.tsx";
import { shownClaims } from "../content/claims.ts";
import { withVat } from "../content/promises.ts";
import { paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Figures } from "../ui/figures.tsx";
import { Tick } from "../ui/icons.tsx";

/** @param canCall each plan has a second button, which books a call */
export function Plans({ canCall = false, more }: { canCall?: boolean; more?: ReactNode }) {
  const plans: readonly Plan[] = PLANS;
  const shared = PLANS[0].features.filter((feature) =>
    plans.every((plan) => plan.features.includes(feature)),
  ) as readonly string[];
  return (
    <>
      <ul className="grid gap-y-4 md:grid-cols-[1fr_1.15fr_1fr]">
        {plans.map((plan) => (
          <li key={plan.id} className="flex">
            <PlanColumn
              plan={plan}
              features={plan.features.filter((feature) => !shared.includes(feature))}
              canCall={canCall}
            />
          </li>
        ))}
      </ul>
      <div className="mt-10 grid gap-y-8 md:grid-cols-[1fr_1.15fr_1fr]">
        <div className="max-w-prose md:col-span-2 md:pr-10">
          <p className="text-ink-soft">
            {`Every plan includes ${listOf(shared.map((feature) => feature.toLowerCase()))}.`}
          </p>
          {more}
        </div>
        <Figures claims={shownClaims("saving")} />
      </div>
    </>
  );
}

function PlanColumn({
  plan,
  features,
  canCall,
}: {
  plan: Plan;
  features: readonly string[];
  canCall: boolean;
}) {
  const isPopular = plan.popular === true;
  return (
    <div
      data-tone={isPopular ? "tide" : "paper"}
      className={`flex w-full flex-col px-4 py-6 lg:px-6 ${isPopular ? "bg-tide text-on-tide md:-my-4 md:py-10" : "border-2 border-rule"}`}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 md:max-lg:min-h-15">
        <h3 className="text-xl">{plan.name}</h3>
        {isPopular && (
          <p className="bg-persimmon px-2 py-0.5 text-xs font-semibold text-on-persimmon">
            Most popular
          </p>
        )}
      </div>
      <p className="mt-6">
        <span className="font-display text-3xl font-bold xl:text-4xl">
          {formatGbp(plan.pricePence)}
        </span>
        <span className="mt-2 block text-sm text-ink-soft">{withVat("a month")}</span>
      </p>
      <PostsOfAMonth count={plan.postsPerMonth} className="mt-7 max-w-sm" />
      <ul className="mt-6 mb-9 grid content-start gap-3">
        {features.map((feature) => (
          <li key={feature} className="flex gap-3">
            <Tick className="mt-1.5 size-4 shrink-0 text-persimmon-text" />
            {feature}
          </li>
        ))}
      </ul>
      <ButtonLink
        href={`${paths.checkout}?plan=${plan.id}`}
        variant={isPopular ? "primary" : "secondary"}
        className="mt-auto w-full"
        aria-label={`Choose this plan: ${plan.name}`}
      >
        Choose this plan
      </ButtonLink>
      {canCall && (
        <ButtonLink
          href={paths.scheduleDemo}
          variant="quiet"
          className="mt-2 self-center"
          aria-label={`Book a Call about the ${plan.name}`}
        >
          Book a Call
        </ButtonLink>
      )}
    </div>
  );
}

function listOf(items: readonly string[]): string {
  return items.length < 2
    ? items.join("")
    : `${items.slice(0, -1).join(", ")} and a ${items.at(-1) ?? ""}`;
}

export function PlansBand({ id }: { id: string }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="page-width section-space">
      <div className="mb-12 flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
        <h2 id={`${id}-title`} className="text-3xl">
          One price a month. <span className="block">Nothing in the small print.</span>
        </h2>
        <p className="max-w-sm text-ink-soft">
          No set-up fee and no contract on any plan. Change it or cancel it whenever you like.
        </p>
      </div>
      <Plans
        more={
          <ButtonLink href={paths.pricing} variant="quiet" arrow className="mt-2">
            Plans and add-ons in full
          </ButtonLink>
        }
      />
    </section>
  );
}
