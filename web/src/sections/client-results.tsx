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
      className="pt-4 pb-10 sm:pb-14"
    >
      <div className="grid items-end gap-x-10 gap-y-5 lg:grid-cols-12">
        <div className="lg:col-span-5">
          <h2 id="client-results-title" className="text-3xl">
            What comes back with the tide.
          </h2>
          <ButtonLink href={paths.results} variant="quiet" arrow className="mt-1">
            See client results
          </ButtonLink>
        </div>
        <Figures
          claims={shownClaims("businesses", "reach", "engagement", "rating")}
          className="grid-cols-2 lg:col-span-7 lg:grid-cols-4"
        />
      </div>
    </Band>
  );
}
