import { hyphenated, TERMS } from "#contracts/terms.ts";
import { GUARANTEE } from "../content/promises.ts";
import { paths } from "../paths.ts";
import { Link } from "../ui/link.tsx";

export function Guarantee() {
  return (
    <section
      aria-labelledby="guarantee-title"
      // The footer’s wave covers the end of a page.
      className="overflow-clip bg-persimmon text-on-persimmon last:pb-12 sm:last:pb-20"
    >
      <div className="page-width grid items-center gap-x-10 gap-y-8 py-8 md:grid-cols-12">
        <p
          aria-hidden="true"
          className="font-display -my-4 text-[clamp(8rem,4rem+16vw,19rem)] leading-[0.72] font-bold tracking-[-0.06em] md:col-span-4"
        >
          {TERMS.guarantee.days}
        </p>
        <div className="md:col-span-8 lg:col-span-5">
          <h2 id="guarantee-title" className="text-3xl">
            {hyphenated(TERMS.guarantee)} <span className="whitespace-nowrap">money-back</span>{" "}
            guarantee
          </h2>
          <p className="measure mt-5 text-lg">{GUARANTEE}</p>
          <Link
            href={`${paths.termsOfService}#guarantee`}
            className="mt-2 inline-block py-2.5 font-semibold underline"
          >
            Read the terms
          </Link>
        </div>
        <div
          aria-hidden="true"
          data-tone="paper"
          className="hidden rotate-2 bg-paper p-6 text-ink lg:col-span-3 lg:block"
        >
          <p className="mb-5 font-display text-xl font-bold">Money-back guarantee</p>
          <span className="button button-secondary w-full">Ask for your money back</span>
        </div>
      </div>
    </section>
  );
}
