import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";

export function BackToCancelPage() {
  return (
    <ButtonLink href={paths.cancelSubscription} variant="quiet" className="mt-4">
      Back
    </ButtonLink>
  );
}
