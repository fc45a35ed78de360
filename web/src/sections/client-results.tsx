import { shownClaims } from "../content/claims.ts";
import { anchors, paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Figures } from "../ui/figures.tsx";
import { Band } from "../ui/section.tsx";

export function ClientResults() {
  return (
    <Band
      id={anchors.clientResults}
      tone="tide"
      labelledBy="client-results-title"
      className="pt-6 pb-16"
    >
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
        <h2 id="client-results-title" className="max-w-[11em] text-3xl">
          What comes back with the tide.
        </h2>
        <ButtonLink href={paths.results} variant="quiet" arrow>
          See client results
        </ButtonLink>
      </div>
      <Figures
        claims={shownClaims("businesses", "reach", "engagement", "rating")}
        className="mt-10 grid-cols-2 lg:grid-cols-4"
      />
    </Band>
  );
}
