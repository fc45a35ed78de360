import { COMPANY } from "#contracts/company.ts";
import { ScenePicture } from "../art/scenes.tsx";

export function DirectorMessage() {
  return (
    <section aria-labelledby="director-title" className="page-width section-space">
      <div className="grid grid-cols-[6rem_1fr] gap-x-5 gap-y-4 md:grid-cols-12 md:gap-x-10">
        <ScenePicture
          name="director"
          alt=""
          className="aspect-4/5 w-full md:col-span-3 md:max-w-56"
        />
        <figure className="md:col-span-9">
          <h2 id="director-title" className="font-text text-sm font-semibold text-ink-soft">
            A message from the director
          </h2>
          <blockquote className="mt-4 max-w-[20em] font-display text-2xl font-bold text-balance">
            “A good feed is a habit, and habits are hard when you have a business to run. So we keep
            this one for you.”
          </blockquote>
          <figcaption className="measure mt-5 text-lg text-ink-soft">
            You’ll always know who makes your posts, what they cost and how to stop. If we don’t
            earn the next month, don’t pay for it. <br />
            <span className="mt-3 inline-block font-semibold text-ink">
              {`The director, ${COMPANY.legalName}`}
            </span>
          </figcaption>
        </figure>
      </div>
    </section>
  );
}
