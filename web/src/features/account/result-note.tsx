import { FormError } from "../../ui/form-error.tsx";
import type { Outcome } from "./use-submission.ts";

export function OutcomeNote({ outcome }: { outcome: Outcome | null }) {
  return (
    <>
      <FormError problem={outcome?.tone === "problem" ? outcome.text : null} />
      <output className="account-success">
        {outcome !== null && outcome.tone !== "problem" ? outcome.text : ""}
      </output>
    </>
  );
}
