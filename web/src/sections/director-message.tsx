import { COMPANY, PEOPLE } from "#contracts/company.ts";
import { ScenicPicture } from "../art/picture.tsx";
import { People } from "./people.tsx";

export function DirectorMessage() {
  const { director, accountManagers } = PEOPLE;
  if (director === null && accountManagers.length === 0) return <UnsignedMessage />;
  return (
    <section aria-labelledby="director-title" className="page-width pt-(--section)">
      <div className="grid gap-x-10 gap-y-5 md:grid-cols-12">
        <div className="md:col-span-4">
          <h2 id="director-title" className="text-xl">
            A message from the director
          </h2>
          <ScenicPicture
            picture={director?.picture}
            sizes="14rem"
            className="mt-5 aspect-4/5 w-full max-w-40 md:max-w-56"
          />
        </div>
        <div className="md:col-span-8">
          <figure>
            <blockquote className="max-w-[20em] font-display text-2xl font-bold text-balance">
              “A good feed is a habit, and habits are hard when you have a business to run. So we
              keep this one for you.”
            </blockquote>
            <figcaption className="measure mt-5 text-lg text-ink-soft">
              {PROMISE} <br />
              <span className="mt-3 inline-block font-semibold text-ink">
                {director === null
                  ? `The director, ${COMPANY.legalName}`
                  : `${director.name}, ${director.role}`}
              </span>
            </figcaption>
          </figure>
          <People
            people={accountManagers}
            title="One of these account managers is yours"
            className="mt-12"
          />
        </div>
      </div>
    </section>
  );
}

const PROMISE =
  "You’ll have one person to call, and you’ll know what it costs and how to stop. If we don’t earn the next month, don’t pay for it.";

/** Stands there until there is somebody to show. */
function UnsignedMessage() {
  return (
    <section aria-labelledby="director-title" className="page-width pt-(--section)">
      <h2 id="director-title" className="text-xl">
        A message from the director
      </h2>
      <p className="mt-3 text-lg text-ink-soft">
        {PROMISE}{" "}
        <span className="font-semibold text-ink">{`The director, ${COMPANY.legalName}`}</span>
      </p>
    </section>
  );
}
