import { COMPANY } from "#contracts/company.ts";

export function DirectorMessage() {
  return (
    <section aria-labelledby="director-title" className="page-width section-space">
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-12">
        <svg
          viewBox="0 0 120 150"
          className="w-40 lg:col-span-3 lg:w-full lg:max-w-64"
          aria-hidden="true"
          focusable="false"
        >
          <path d="M0 0h120v150H0z" className="fill-sky" />
          <path d="M0 108c20-18 40-18 60 0s40 18 60 0v42H0z" className="fill-tide" />
          <circle cx="60" cy="56" r="26" className="fill-persimmon" />
          <path d="M18 150c0-34 18-52 42-52s42 18 42 52z" className="fill-night" />
          <path
            d="M34 52c-4-30 54-34 52 0-12-2-22-8-28-16-4 8-14 14-24 16z"
            className="fill-night"
          />
        </svg>
        <figure className="lg:col-span-9">
          <h2 id="director-title" className="font-text text-sm font-semibold text-ink-soft">
            A message from the director
          </h2>
          <blockquote className="mt-4 max-w-[26ch] font-display text-3xl font-bold lg:max-w-[24ch]">
            “A good feed is a habit, and habits are hard when you have a business to run. So we keep
            this one for you.”
          </blockquote>
          <figcaption className="measure mt-7 text-lg text-ink-soft">
            You will always know who makes your posts, what they cost and how to stop. If we do not
            earn the next month, do not pay for it. <br />
            <span className="mt-3 inline-block font-semibold text-ink">
              The director, {COMPANY.legalName}
            </span>
          </figcaption>
        </figure>
      </div>
    </section>
  );
}
