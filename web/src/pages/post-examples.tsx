import { ScenePicture } from "../art/scenes.tsx";
import { INDUSTRIES, type IndustryId } from "../content/industries.ts";
import { PORTFOLIO } from "../content/portfolio.ts";
import { EXAMPLE_FEATURES } from "../content/post-examples.ts";
import type { Page } from "../lib/page.ts";
import { paths } from "../paths.ts";
import { ClosingBand } from "../sections/closing-band.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { PageHead } from "../ui/page-title.tsx";
import { PostMock } from "../ui/post-mock.tsx";
import { Band } from "../ui/section.tsx";
import { Tabs } from "../ui/tabs.tsx";

export const page: Page = {
  title: "Post examples | Tidepost",
  description:
    "See what a post for your industry could look like: pictures, reels and captions by trade.",
  Body: PostExamples,
};

function PostExamples() {
  return (
    <>
      <PageHead
        title="See it before you buy it."
        lead="Choose your industry. These are the kind of posts you’d be approving."
      />
      <div className="page-width pb-(--section)">
        <Tabs
          label="Industries"
          tabs={INDUSTRIES.map(({ id, name }) => ({
            id,
            label: name,
            content: <Examples id={id} name={name} />,
          }))}
        />
      </div>
      <Band tone="deep" labelledBy="features">
        <h2 id="features" className="text-3xl">
          Where it works hardest
        </h2>
        <ul className="mt-10 grid gap-12">
          {EXAMPLE_FEATURES.map((feature, index) => (
            <li key={feature.title} className="grid items-center gap-x-10 gap-y-6 md:grid-cols-2">
              <ScenePicture
                name={feature.scene}
                alt=""
                className={`aspect-16/9 w-full ${index % 2 === 1 ? "md:order-last" : ""}`}
              />
              <div>
                <h3 className="text-2xl">{feature.title}</h3>
                <p className="measure mt-3">{feature.text}</p>
                <ButtonLink
                  href={paths.checkout}
                  variant="quiet"
                  arrow
                  className="mt-3"
                  aria-label={`Get started with ${feature.title}`}
                >
                  Get started
                </ButtonLink>
              </div>
            </li>
          ))}
        </ul>
      </Band>
      <ClosingBand title="Your trade not on the list?">
        <ButtonLink href={paths.scheduleDemo} arrow>
          Book a free call
        </ButtonLink>
      </ClosingBand>
    </>
  );
}

function Examples({ id, name }: { id: IndustryId; name: string }) {
  const work = PORTFOLIO[id];
  return (
    <>
      <h2 className="text-2xl">{name}</h2>
      <p className="measure mt-3 text-ink-soft">{work.description}</p>
      <ul className="mt-8 grid gap-5 sm:grid-cols-2 md:grid-cols-3">
        {work.samples.map((post) => (
          <li key={post.scene}>
            <PostMock post={post} handle={work.handle} className="h-full" />
          </li>
        ))}
      </ul>
    </>
  );
}
