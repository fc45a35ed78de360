import { noteOf, shownClaims, shownOrPromised } from "../content/claims.ts";
import { EXHIBITS, isShown } from "../content/exhibits.ts";
import { anchors, paths } from "../paths.ts";
import { Band } from "../ui/band.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Figures } from "../ui/figures.tsx";
import { ClaimNote } from "./claim-note.tsx";

const NAMES = ["businesses", "reach", "engagement", "rating"] as const;

export function ClientResults() {
  const results = shownClaims(...NAMES);
  return (
    <Band
      id={anchors.clientResults}
      tone="tide"
      labelledBy="client-results-title"
      className="pt-4 pb-10 sm:pb-14"
    >
      <div className="grid items-end gap-x-10 gap-y-5 lg:grid-cols-12">
        <div className="lg:col-span-5">
          <h2 id="client-results-title" className="text-3xl">
            {results.length > 0 ? "What comes back with the tide." : "What you can hold us to."}
          </h2>
          {isShown(EXHIBITS.caseStudies) && (
            <ButtonLink href={paths.results} variant="quiet" arrow className="mt-1">
              {noteOf(EXHIBITS.caseStudies) === "" ? "See client results" : "See sample accounts"}
            </ButtonLink>
          )}
        </div>
        <div className="lg:col-span-7">
          <Figures
            claims={shownOrPromised(...NAMES)}
            // A promise is wider than a figure.
            className={`grid-cols-2 ${results.length > 0 ? "min-[88rem]:grid-cols-4" : ""}`}
          />
          <ClaimNote about={results} className="mt-4 text-sm" />
        </div>
      </div>
    </Band>
  );
}
