import { ScenicPicture } from "../art/picture.tsx";
import { SampleNote } from "../art/sample-note.tsx";
import { Sample } from "../art/sample.tsx";
import {
  ADS_APPROACH,
  NIGHTLIFE_HERO,
  NIGHTLIFE_REELS,
  NIGHTLIFE_SERVICES,
  VIRAL_VIDEO_STEPS,
} from "../content/nightlife.ts";
import { inLine } from "../lib/in-line.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { CampaignResults } from "../sections/campaign-results.tsx";
import { CampaignTypes } from "../sections/campaign-types.tsx";
import { ClosingBand } from "../sections/closing-band.tsx";
import { MetricBars } from "../sections/metric-bars.tsx";
import { NightclubStory, STORY } from "../sections/nightclub-story.tsx";
import { Band } from "../ui/band.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Section } from "../ui/section.tsx";
import { Steps } from "../ui/steps.tsx";

export const page: Page = {
  title: "Social media for nightlife and hospitality",
  description: "Posts, reels and paid ads for nightclubs, bars, restaurants and hotels.",
  Body: () => (
    <>
      <Hero />
      <Venues />
      <CampaignResults />
      <MetricBars />
      <Section
        id="approach"
        tone="tide"
        title="How we spend your money"
        lead="Paid advertising for a room that has to be full by eleven."
        action={
          <ButtonLink href={paths.scheduleDemo} variant="secondary">
            Book Strategy Call
          </ButtonLink>
        }
      >
        <dl className="border-b border-rule">
          {ADS_APPROACH.map((point) => (
            <div
              key={point.title}
              className="grid gap-x-8 gap-y-2 border-t border-rule py-5 sm:grid-cols-[2fr_3fr]"
            >
              <dt className="font-display text-xl font-bold">{point.title}</dt>
              <dd className="text-ink-soft">{point.text}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <CampaignTypes />
      <NightclubStory />
      <ViralVideo />
      <ClosingBand title="Doors at ten. Plans by noon.">
        <ButtonLink href={paths.scheduleDemo} arrow>
          Schedule Strategy Call
        </ButtonLink>
        <ButtonLink href={paths.checkout} variant="secondary">
          Get Started
        </ButtonLink>
        <ButtonLink href={paths.contact} variant="secondary">
          Contact Support
        </ButtonLink>
      </ClosingBand>
    </>
  ),
};

function Hero() {
  return (
    <header data-tone="tide" className="overflow-clip bg-tide text-on-tide">
      <div className="grid lg:grid-cols-12">
        <div className="px-(--gutter) py-16 lg:col-span-7 lg:py-(--section) lg:pl-(--margin)">
          <p className="font-semibold text-sun">
            Industry specialists in nightlife and hospitality
          </p>
          <PageTitle className="mt-5 text-5xl">Fill the floor before the doors open.</PageTitle>
          <p className="measure mt-7 text-lg text-on-tide-soft">
            For nightclubs, bars, restaurants and hotels: posts, reels and ads that work the hours
            you do.
          </p>
          <div className="mt-8 flex flex-wrap gap-4">
            <ButtonLink href={paths.checkout} arrow>
              Get Started
            </ButtonLink>
            <ButtonLink href={paths.scheduleDemo} variant="secondary">
              Book Strategy Call
            </ButtonLink>
          </div>
        </div>
        <ScenicPicture
          picture={NIGHTLIFE_HERO}
          sizes="(width < 64rem) 50vw, 42vw"
          hero
          className="case relative aspect-4/3 w-full object-[26%_60%] lg:col-span-5 lg:aspect-auto lg:h-full"
        />
      </div>
    </header>
  );
}

function Venues() {
  return (
    <Section
      id="venues"
      title="We know the room."
      lead="Four kinds of venue, four kinds of night. Photography, video content, social media management and paid advertising for each."
    >
      <ul className="grid gap-x-5 gap-y-8 sm:grid-cols-2 sm:gap-y-10">
        {NIGHTLIFE_SERVICES.map((service, index) => (
          <li
            key={service.title}
            className={`grid grid-cols-[2fr_3fr] gap-x-4 sm:block ${index % 2 === 1 ? "sm:mt-14" : ""}`}
          >
            <ScenicPicture
              picture={service.picture}
              sizes="(width < 36rem) 36vw, 31vw"
              className="aspect-4/5 w-full sm:aspect-4/3"
            />
            <div>
              <h3 className="text-2xl sm:mt-4">{service.title}</h3>
              <p className="mt-2">{service.description}</p>
              <p className="mt-2 text-sm text-ink-soft">{inLine(service.features)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function ViralVideo() {
  return (
    // Without the story on its darker ground, this band parts from the one above by its own.
    <Band tone={STORY.length === 0 ? "deep" : "paper"} labelledBy="viral">
      <h2 id="viral" className="text-3xl">
        How a video takes off
      </h2>
      <div className="mt-10 grid gap-x-10 gap-y-12 md:grid-cols-2 lg:grid-cols-12">
        <div className="lg:col-span-6">
          <Steps steps={VIRAL_VIDEO_STEPS} />
        </div>
        <div className="lg:col-span-5 lg:col-start-8">
          <p className="mb-4 text-sm text-ink-soft">
            <SampleNote />
          </p>
          <ul className="grid grid-cols-2 items-start gap-4">
            {NIGHTLIFE_REELS.map(({ post, business }, index) => (
              <li key={business.handle} className={index === 1 ? "mt-12" : ""}>
                <Sample post={post} business={business} />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Band>
  );
}
