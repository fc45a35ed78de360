import { TERMS } from "#contracts/terms.ts";
import { ScenicPicture } from "../art/picture.tsx";
import { SampleNote } from "../art/sample-note.tsx";
import { Sample } from "../art/sample.tsx";
import { SERVICE_DETAILS, SERVICE_WORK } from "../content/service-details.ts";
import { SERVICE_OFFERS } from "../content/service-offers.ts";
import { SERVICES, type ServiceId } from "../content/services.ts";
import { spellOutCapitalised } from "../lib/in-words.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { ClosingBand } from "../sections/closing-band.tsx";
import { StartBar } from "../sections/start-bar.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Ticked } from "../ui/icons.tsx";
import { PageHead } from "../ui/page-title.tsx";

export const page: Page = {
  title: "Our services",
  description:
    "Social media management, paid Meta ads, graphic design, video editing, community management and influencer marketing for small businesses.",
  Body: () => (
    <>
      <PageHead
        title="Our Services"
        lead="Take one, take all six. They share a calendar, a voice and the person you call."
      />
      <p className="page-width pb-8 text-sm text-ink-soft">
        <SampleNote />
      </p>
      <ul className="page-width grid gap-x-5 gap-y-14 pb-(--section) md:grid-cols-2 lg:grid-cols-12">
        {SERVICES.map((service, index) => (
          <li
            key={service.id}
            id={service.id}
            className={`${PLACES[index % PLACES.length]} ${index < 2 ? "" : "below-fold"}`}
          >
            <ServiceCard service={service} hero={index === 0} />
          </li>
        ))}
      </ul>
      <StartBar />
      <ClosingBand title="Not sure which you need?">
        <div className="max-w-sm">
          <p className="text-lg">{`${spellOutCapitalised(TERMS.discoveryCall.minutes)} minutes on the phone usually settles it.`}</p>
          <ButtonLink href={paths.scheduleDemo} arrow className="mt-6">
            Book Your Free Call
          </ButtonLink>
        </div>
      </ClosingBand>
    </>
  ),
};

const PICTURE = "aspect-4/3 w-full lg:aspect-auto lg:h-100";

const PICTURE_SIZES = "(width < 48rem) 92vw, (width < 64rem) 46vw, 55vw";

const SAMPLE_SIZES = "(width < 48rem) 40vw, (width < 64rem) 20vw, 20rem";

const PLACES = ["lg:col-span-7", "lg:col-span-5", "lg:col-span-5", "lg:col-span-7"];

function ServiceCard({ service, hero }: { service: (typeof SERVICES)[number]; hero: boolean }) {
  const { features, picture = "", crop = "" } = SERVICE_DETAILS[service.id];
  const offer = SERVICE_OFFERS[service.id];
  const work = SERVICE_WORK[service.id];
  return (
    <article>
      <div className="grid gap-y-6">
        <div className="md:order-last">
          <h2 className="text-2xl">{service.name}</h2>
          <p className="measure mt-3">{service.summary}</p>
        </div>
        {work === undefined ? (
          <ScenicPicture picture={picture} sizes={PICTURE_SIZES} className={`${PICTURE} ${crop}`} />
        ) : (
          <Work samples={work} hero={hero} />
        )}
      </div>
      <ul className="mt-4 grid gap-y-1.5 text-sm">
        {features.map((feature) => (
          <Ticked key={feature} className="gap-2.5" size="mt-1 size-3.5">
            {feature}
          </Ticked>
        ))}
      </ul>
      {offer !== undefined && (
        <p className="mt-4 flex flex-wrap items-center gap-x-6">
          <strong>{offer.price}</strong>
          <ButtonLink
            href={offer.href}
            variant="quiet"
            arrow
            aria-label={`${offer.label}: ${service.name}`}
          >
            {offer.label}
          </ButtonLink>
        </p>
      )}
    </article>
  );
}

/** Two posts that go on below the edge. Reels are higher, so they are narrower. */
function Work({
  samples,
  hero,
}: {
  samples: NonNullable<(typeof SERVICE_WORK)[ServiceId]>;
  hero: boolean;
}) {
  const isReel = samples.some(({ post }) => post.kind === "reel");
  return (
    <div aria-hidden="true" className={`relative overflow-clip bg-foam ${PICTURE}`}>
      <div
        className={`absolute inset-x-4 grid grid-cols-2 items-start gap-3 ${isReel ? "top-4 mx-auto max-w-2/3 lg:max-w-sm" : "top-8"}`}
      >
        {samples.map((sample, index) => (
          <Sample
            key={sample.business.handle}
            index={index}
            {...sample}
            sizes={SAMPLE_SIZES}
            hero={hero}
            className={index === 1 ? "mt-10" : ""}
          />
        ))}
      </div>
    </div>
  );
}
