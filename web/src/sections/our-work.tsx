import { PICTURE_FILES } from "../art/picture-files.ts";
import { Picture } from "../art/picture.tsx";
import { SampleNote } from "../art/sample-note.tsx";
import type { Trade } from "../content/industries.ts";
import { SERVICES } from "../content/services.ts";
import { anchors, paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Arrow } from "../ui/icons.tsx";
import { Link } from "../ui/link.tsx";

/** A wall of pictures from edge to edge, and what is made for them. */
export function OurWork() {
  return (
    <section
      id={anchors.ourWork}
      aria-labelledby="our-work-title"
      className="section-space bg-paper-deep"
    >
      <div className="page-width flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
        <div>
          <h2 id="our-work-title" className="text-3xl sm:text-4xl">
            From bakers at five <span className="block">to bars at two.</span>
          </h2>
          <p className="measure mt-4 text-ink-soft">
            <SampleNote />
          </p>
        </div>
        <ButtonLink href={paths.portfolio} variant="secondary" className="max-sm:hidden">
          See the portfolio
        </ButtonLink>
      </div>
      <ul className="mt-8 grid grid-cols-2 gap-1 md:grid-cols-4">
        {WORK_TILES.map((tile) => (
          <li key={tile.name} className="surfacing">
            <Tile {...tile} />
          </li>
        ))}
      </ul>
      <div id={anchors.services} className="page-width mt-12">
        <h2 className="text-2xl">Six crafts, one crew.</h2>
        <ul className="mt-4 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
          {SERVICES.map((service) => (
            <li key={service.id} className="border-t border-rule">
              <Link
                href={`${paths.services}#${service.id}`}
                className="group flex items-center justify-between gap-2 py-4 text-lg font-semibold hover:text-persimmon-text"
              >
                {service.name}
                <Arrow className="size-5 shrink-0 nudge" />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Tile({ name, trade, reel }: (typeof WORK_TILES)[number]) {
  const [file] = PICTURE_FILES[trade] ?? [];
  const href = trade === "nightlife" ? paths.nightlife : `${paths.portfolio}#${trade}`;
  return (
    <Link href={href} className="case-tile group block">
      <span className={`relative block aspect-4/5 overflow-hidden ${reel ? "reel" : ""}`}>
        {file !== undefined && (
          <Picture
            file={file}
            alt=""
            sizes="(width < 48rem) 50vw, 25vw"
            className="absolute size-full zoom"
          />
        )}
        {reel && (
          <span aria-hidden="true" className="reel-scrim reel-words">
            {reel.map((line) => (
              <b key={line}>{line}</b>
            ))}
          </span>
        )}
      </span>
      <h3 className="px-(--gutter) py-3 font-display text-base font-bold md:px-3">{name}</h3>
    </Link>
  );
}

/** Each shows the first picture of its trade; two play as reels, with lines that land one by one. */
const WORK_TILES: readonly {
  readonly name: string;
  readonly trade: Trade;
  readonly reel?: readonly string[];
}[] = [
  { name: "Nightlife and hospitality", trade: "nightlife", reel: ["One more.", "Then home."] },
  { name: "Health and beauty", trade: "health-beauty" },
  { name: "E-commerce", trade: "ecommerce" },
  { name: "Food", trade: "food", reel: ["Gone", "by ten."] },
  { name: "Fitness", trade: "fitness" },
  { name: "Professional services", trade: "professional-services" },
  { name: "Technology", trade: "technology" },
  { name: "Legal coverage", trade: "legal-coverage" },
];
