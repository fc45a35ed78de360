import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { PICTURE_FILES } from "../art/picture-files.ts";
import { SampleNote } from "../art/sample-note.tsx";
import { Sample } from "../art/sample.tsx";
import { BUSINESSES } from "../content/businesses.ts";
import { INDUSTRIES, type IndustryId } from "../content/industries.ts";
import { PORTFOLIO } from "../content/portfolio.ts";
import { EXAMPLE_FEATURES, EXAMPLES } from "../content/post-examples.ts";
import type { SamplePost } from "../content/sample-post.ts";
import type { Page } from "../page.ts";
import { homeSection, paths } from "../paths.ts";
import { ClosingBand } from "../sections/closing-band.tsx";
import { ScenicPicture } from "../sections/scenic-picture.tsx";
import { Band } from "../ui/band.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { PageHead } from "../ui/page-title.tsx";
import { Tabs } from "../ui/tabs.tsx";

export const page: Page = {
  title: "Post examples",
  description:
    "See what a post for your industry could look like: pictures, reels and captions by trade.",
  Body: PostExamples,
};

const MORE = import.meta.glob<{ POSTS: readonly SamplePost[] }>("../content/posts/*.ts");

function PostExamples() {
  return (
    <>
      <PageHead
        title="See it before you buy it."
        lead={
          <>
            Choose your industry. These are the kind of posts you’d be approving. <SampleNote />
          </>
        }
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
        <ul className="mt-10 grid gap-10">
          {EXAMPLE_FEATURES.map((feature, index) => (
            <li key={feature.title} className="grid items-center gap-x-10 gap-y-6 md:grid-cols-2">
              <ScenicPicture
                picture={featurePicture(feature.industry)}
                scene={feature.scene}
                sizes="(width < 48rem) 92vw, 44vw"
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
        <ButtonLink href={homeSection("yourMonth")} arrow>
          See a month with your name on
        </ButtonLink>
        <ButtonLink href={paths.scheduleDemo} variant="secondary">
          Book a free call
        </ButtonLink>
      </ClosingBand>
    </>
  );
}

function Examples({ id, name }: { id: IndustryId; name: string }) {
  const [more, setMore] = useState<readonly SamplePost[]>([]);
  const [hasFailed, setHasFailed] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const first = EXAMPLES[id];

  async function showMore(): Promise<void> {
    try {
      const posts = await MORE[`../content/posts/${id}.ts`]?.();
      flushSync(() => setMore(posts?.POSTS ?? []));
      list.current?.querySelector<HTMLElement>("[tabindex]")?.focus();
    } catch {
      setHasFailed(true);
    }
  }

  return (
    <>
      <h2 className="text-2xl">{name}</h2>
      <p className="measure mt-3 text-ink-soft">{PORTFOLIO[id].description}</p>
      <ul ref={list} className="mt-8 grid items-start gap-5 sm:grid-cols-2 md:grid-cols-3">
        {[...first, ...more].map((post, index) => (
          <li key={post.caption} tabIndex={index === first.length ? -1 : undefined}>
            <Sample post={post} business={BUSINESSES[id]} index={index} />
          </li>
        ))}
      </ul>
      {more.length === 0 && (
        <Button variant="secondary" className="needs-script mt-8" onClick={() => void showMore()}>
          Show ten more
        </Button>
      )}
      {hasFailed && more.length === 0 && (
        <p role="alert" className="mt-3 text-sm">
          The posts could not be loaded. Check your connection and try again.
        </p>
      )}
    </>
  );
}

/** A picture that no post of this page shows. */
function featurePicture(industry: IndustryId): string | undefined {
  const shown = new Set(EXAMPLES[industry].map(({ picture }) => picture));
  return PICTURE_FILES[industry]?.find(({ id }) => !shown.has(id))?.id;
}
