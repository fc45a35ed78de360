import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { BUSINESSES } from "#contracts/sample-month/businesses.ts";
import type { SamplePost } from "#contracts/sample-month/sample-post.ts";
import { ScenicPicture } from "../art/picture.tsx";
import { SampleNote } from "../art/sample-note.tsx";
import { Sample } from "../art/sample.tsx";
import { INDUSTRIES, type IndustryId } from "../content/industries.ts";
import { PORTFOLIO } from "../content/portfolio.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { FinalCall } from "../sections/final-call.tsx";
import { StartBar } from "../sections/start-bar.tsx";
import { Band } from "../ui/band.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { PageHead } from "../ui/page-title.tsx";
import { Tabs } from "../ui/tabs.tsx";

export const page: Page = {
  title: "Our work",
  description:
    "Posts and reels for health and beauty, professional services, e-commerce, food, technology, fitness, automotive and legal businesses.",
  Body: () => (
    <>
      <PageHead
        title="Every trade has its own tide."
        lead="Eight industries, each with its own hours, humour and rules. Choose yours to see the kind of posts you’d be approving."
      />
      <div className="page-width pb-(--section)">
        <Tabs
          label="Industries"
          tabs={INDUSTRIES.map(({ id, name }) => ({
            id,
            label: name,
            content: <IndustryPanel id={id} name={name} />,
          }))}
        />
      </div>
      <Features />
      <StartBar />
      <FinalCall
        title="What would yours look like?"
        text="Try three posts or a reel for free, or choose a plan and start with a month."
      />
    </>
  ),
};

const MORE = import.meta.glob<{ POSTS: readonly SamplePost[] }>("../content/posts/*.ts");

function IndustryPanel({ id, name }: { id: IndustryId; name: string }) {
  const [more, setMore] = useState<readonly SamplePost[]>([]);
  const [hasFailed, setHasFailed] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { description, samples } = PORTFOLIO[id];

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
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-12">
      <div className="lg:col-span-3">
        <h2 className="text-2xl">{name}</h2>
        <p className="measure mt-4 text-ink-soft">{description}</p>
        <p className="measure mt-4 text-sm text-ink-soft">
          <SampleNote />
        </p>
      </div>
      <div className="lg:col-span-9">
        <ul ref={list} className="grid items-start gap-5 sm:grid-cols-2 md:grid-cols-3">
          {[...samples, ...more].map((post, index) => (
            <li key={post.caption} tabIndex={index === samples.length ? -1 : undefined}>
              <Sample
                post={post}
                business={BUSINESSES[id]}
                index={index}
                // The home page's tile shows the same picture, and becomes this post.
                className={index === 0 ? "case" : ""}
              />
            </li>
          ))}
        </ul>
        {more.length === 0 && (
          <Button variant="secondary" className="needs-script mt-6" onClick={() => void showMore()}>
            Show more posts
          </Button>
        )}
        {hasFailed && more.length === 0 && (
          <p role="alert" className="mt-3 text-sm">
            The posts couldn’t be loaded. Check your connection and try again.
          </p>
        )}
      </div>
    </div>
  );
}

function Features() {
  return (
    <Band tone="deep" labelledBy="features">
      <h2 id="features" className="text-3xl">
        Where it works hardest
      </h2>
      <ul className="mt-8 grid gap-x-5 gap-y-10 md:grid-cols-3">
        {EXAMPLE_FEATURES.map((feature) => (
          <li key={feature.title}>
            <ScenicPicture
              picture={feature.picture}
              sizes="(width < 48rem) 92vw, 31vw"
              className="aspect-4/3 w-full"
            />
            <h3 className="mt-4 text-xl">{feature.title}</h3>
            <p className="mt-2 text-ink-soft">{feature.text}</p>
            <ButtonLink
              href={paths.checkout}
              variant="quiet"
              arrow
              className="mt-2"
              aria-label={`Get started with ${feature.title}`}
            >
              Get started
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Band>
  );
}

const EXAMPLE_FEATURES = [
  {
    title: "Beauty and wellness",
    text: "Before and after, done with taste; openings filled the day they appear; products people ask for by the colour of the lid.",
    picture: "hair-cut",
  },
  {
    title: "E-commerce",
    text: "Launches with a countdown, restocks with a reason, and reels that show it in someone’s hand, not on a white background.",
    picture: "filming-phone",
  },
  {
    title: "Professional services",
    text: "One question, one answer, forty seconds. The sort of advice people forward saying “this is who I meant”.",
    picture: "neighbours",
  },
];
