import type { ReactNode } from "react";
import { includedServices } from "#contracts/billing/included-services.ts";
import { nextPlanDown } from "#contracts/billing/plans.ts";
import { type Plan, PLANS } from "#contracts/catalogue.ts";
import { formatPrice } from "#contracts/money.ts";
import { noteOf, shownClaims } from "../content/claims.ts";
import { describeStepUp } from "../content/plan-steps.ts";
import { withVat } from "../content/promises.ts";
import { paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Ticked } from "../ui/icons.tsx";
import { Tag } from "../ui/tag.tsx";

const GAP = "gap-[min(0.75rem,5vw)]";

const planCount: number = PLANS.length;
const COLUMNS = planCount === 3 ? "md:grid-cols-[1fr_1.15fr_1fr]" : "md:grid-cols-2 xl:grid-cols-4";

/** @param canCall each plan has a second button, which books a call */
export function Plans({ canCall = false, more }: { canCall?: boolean; more: ReactNode }) {
  return (
    <>
      <ul className={`grid gap-y-4 ${COLUMNS}`}>
        {PLANS.map((plan) => (
          <li key={plan.id} className="md:row-span-5 md:grid md:grid-rows-subgrid">
            <PlanColumn plan={plan} below={nextPlanDown(plan)} canCall={canCall} />
          </li>
        ))}
      </ul>
      <div className="mt-8 flex flex-wrap items-baseline justify-between gap-x-10 gap-y-2 md:mt-10">
        {more}
        {shownClaims("saving").map((claim) => (
          <p key={claim.label} className="text-ink-soft">
            <strong className="text-ink">{claim.figure}</strong> {claim.label}.{" "}
            <Tag>{noteOf(claim)}</Tag>
          </p>
        ))}
      </div>
    </>
  );
}

type PlanColumnProps = {
  plan: Plan;
  below: Plan | null;
  canCall: boolean;
};

/** Five rows on the grid of the list, so that names, prices and buttons of all plans are level. */
function PlanColumn({ plan, below, canCall }: PlanColumnProps) {
  const isPopular = plan.popular === true;
  const step = describeStepUp(plan);
  const heldBelow = below ? includedServices(below) : [];
  return (
    <div
      data-tone={isPopular ? "tide" : "paper"}
      className={`grid content-start border-2 px-[min(1rem,5vw)] py-6 md:row-span-5 md:grid-rows-subgrid lg:px-6 ${isPopular ? "border-tide bg-tide text-on-tide md:-my-4 md:py-10" : "border-rule"}`}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="text-xl">{plan.name}</h3>
        {isPopular && (
          <p className="bg-persimmon px-2 py-0.5 text-xs font-semibold text-on-persimmon">
            Most popular
          </p>
        )}
      </div>
      <p className="mt-4">
        <span className="font-display text-3xl font-bold">{formatPrice(plan.pricePence)}</span>{" "}
        <span className="inline-block text-sm text-ink-soft">{withVat("a month")}</span>
      </p>
      <figure className="mt-5">
        <PostsOfAMonth count={plan.postsPerMonth} />
        <figcaption className="mt-2 text-sm text-ink-soft">
          {`Each bar is a day: ${Math.min(plan.postsPerMonth, DAYS)} have a post`}
        </figcaption>
      </figure>
      <div className="mt-5 mb-6 flex flex-col justify-between gap-6">
        <ul className="grid content-start gap-2">
          {includedServices(plan).map((holding) => (
            <Ticked
              key={holding}
              className={`${GAP} ${heldBelow.includes(holding) ? "max-lg:hidden" : ""}`}
            >
              {holding}
            </Ticked>
          ))}
          {/* Where columns are narrow or below one another, a plan does not repeat the one before it. */}
          {below && (
            <Ticked className={`${GAP} lg:hidden`}>{`Everything else in the ${below.name}`}</Ticked>
          )}
        </ul>
        {step !== null && (
          <p className="border-t border-rule pt-4 text-sm text-ink-soft max-lg:hidden">
            <strong>{`${step.price} more:`}</strong> {step.text}
          </p>
        )}
      </div>
      <div className="grid">
        <ButtonLink
          href={`${paths.checkout}?plan=${plan.id}`}
          variant={isPopular ? "primary" : "secondary"}
          aria-label={`Choose this plan: ${plan.name}`}
        >
          Choose this plan
        </ButtonLink>
        {canCall && (
          <ButtonLink
            href={paths.scheduleDemo}
            variant="quiet"
            className="mt-2 justify-self-center"
            aria-label={`Book a Call about the ${plan.name}`}
          >
            Book a Call
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

export function PlansBand({ id }: { id: string }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="page-width section-space">
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-10 gap-y-4 md:mb-10">
        <h2 id={`${id}-title`} className="text-3xl">
          One price a month. <span className="block">Nothing in the small print.</span>
        </h2>
        <p className="max-w-sm text-ink-soft">
          No set-up fee and no minimum term on these plans. Change or cancel whenever you like.
        </p>
      </div>
      <Plans
        more={
          <ButtonLink href={paths.pricing} variant="quiet" arrow>
            Plans and add-ons in full
          </ButtonLink>
        }
      />
    </section>
  );
}

const DAYS = 30;
const PITCH = 10;
const WIDTH = 7;
const HEIGHT = 24;

function PostsOfAMonth({ count }: { count: number }) {
  const days = Array.from({ length: DAYS }, (_, day) => day);
  const hasPost = (day: number) =>
    Math.floor(((day + 1) * count) / DAYS) > Math.floor((day * count) / DAYS);
  return (
    <svg
      viewBox={`0 0 ${DAYS * PITCH - (PITCH - WIDTH)} ${HEIGHT}`}
      className="w-full"
      aria-hidden="true"
    >
      <path d={barsOf(days)} className="fill-rule" />
      <path d={barsOf(days.filter(hasPost))} className="fill-persimmon" />
    </svg>
  );
}

function barsOf(days: readonly number[]): string {
  const bars = days.map((day, index) => {
    const step = (day - (days[index - 1] ?? 0)) * PITCH;
    return `${index === 0 ? "M" : "m"}${step} 0h${WIDTH}v${HEIGHT}h-${WIDTH}z`;
  });
  return bars.join("");
}
