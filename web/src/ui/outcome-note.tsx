import type { Outcome } from "../lib/use-action.ts";
import { FormError } from "./form-error.tsx";

export function OutcomeNote({ outcome }: { outcome: Outcome | null }) {
  return (
    <>
      <FormError message={outcome?.tone === "error" ? outcome.text : null} />
      <output className="outcome">
        {outcome !== null && outcome.tone !== "error" ? outcome.text : ""}
      </output>
    </>
  );
}
