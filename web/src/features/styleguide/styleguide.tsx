import { appStylesheet } from "../../lib/app-stylesheet.ts";
import type { Page } from "../../page.ts";
import { PageHead } from "../../ui/page-title.tsx";
import { Named, Panels } from "./panels.tsx";
import { SPECIMENS } from "./specimens.tsx";
import { Colours, Faces, Lengths, Motion, Radii, Shadows, TextSizes } from "./token-sheets.tsx";

export const page: Page = {
  title: "Styleguide",
  description: "Every token and every component of the site, in each of its states.",
  noindex: true,
  ...appStylesheet,
  Body: Styleguide,
};

const TOKEN_SHEETS = [
  { id: "colours", title: "Colours", Show: Colours },
  { id: "faces", title: "Faces", Show: Faces },
  { id: "text-sizes", title: "Text sizes", Show: TextSizes },
  { id: "lengths", title: "Space and widths", Show: Lengths },
  { id: "radii", title: "Corners", Show: Radii },
  { id: "shadows", title: "Shadows", Show: Shadows },
  { id: "motion", title: "Motion", Show: Motion },
] as const;

const PARTS = [
  ...TOKEN_SHEETS,
  ...Object.entries(SPECIMENS).map(([file, components]) => ({
    id: file,
    title: file,
    Show: () => <Specimens components={components} />,
  })),
];

function Specimens({ components }: { components: (typeof SPECIMENS)[string] }) {
  const all = Object.entries(components);
  return (
    <Panels>
      {(scheme) => (
        <div className={all.length > 4 ? "flex flex-wrap gap-6" : "grid gap-6"}>
          {all.map(([name, specimen]) => (
            <Named key={name} name={name}>
              {typeof specimen === "function" ? specimen(scheme) : specimen}
            </Named>
          ))}
        </div>
      )}
    </Panels>
  );
}

function Styleguide() {
  return (
    <>
      <PageHead
        title="Styleguide"
        lead="Every token and every component, on light paper and on dark."
      />
      <nav aria-label="Parts" className="page-width">
        <ul className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
          {PARTS.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className="text-link">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="page-width pb-(--section)">
        {PARTS.map(({ id, title, Show }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="pt-4">
            <h2 id={`${id}-title`} className="mb-6 border-t-2 border-ink pt-4 text-2xl">
              {title}
            </h2>
            <Show />
          </section>
        ))}
      </div>
    </>
  );
}
