import { SampleNote } from "../art/sample-note.tsx";
import { Sample } from "../art/sample.tsx";
import { BUSINESSES } from "../content/businesses.ts";
import { INDUSTRIES, type IndustryId } from "../content/industries.ts";
import { PORTFOLIO } from "../content/portfolio.ts";
import type { Page } from "../page.ts";
import { FinalCall } from "../sections/final-call.tsx";
import { StartBar } from "../sections/start-bar.tsx";
import { PageHead } from "../ui/page-title.tsx";
import { Tabs } from "../ui/tabs.tsx";

export const page: Page = {
  title: "Our work",
  description:
    "Posts and reels for health and beauty, professional services, e-commerce, food, technology, fitness, automotive and legal businesses.",
  Body: Portfolio,
};

function Portfolio() {
  return (
    <>
      <PageHead
        title="Every trade has its own tide."
        lead={
          <>
            Eight industries, each with its own hours, humour and rules. Choose yours to see how we
            would sound. <SampleNote />
          </>
        }
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
      <StartBar />
      <FinalCall
        title="What would yours look like?"
        text="Try three posts or a reel for free, or choose a plan and start with a month."
      />
    </>
  );
}

function IndustryPanel({ id, name }: { id: IndustryId; name: string }) {
  const work = PORTFOLIO[id];
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-12">
      <div className="lg:col-span-3">
        <h2 className="text-2xl">{name}</h2>
        <p className="measure mt-4 text-ink-soft">{work.description}</p>
      </div>
      <ul className="grid items-start gap-5 sm:grid-cols-2 md:grid-cols-3 lg:col-span-9">
        {work.samples.map((post, index) => (
          <li key={post.caption} className={index === 1 ? "lg:mt-16" : ""}>
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
    </div>
  );
}
