import { type ComponentProps, lazy, Suspense } from "react";
import { Loading } from "../../../ui/loading.tsx";
import type { MfaChallengeForm } from "./mfa-challenge-form.tsx";

const LazySecondFactor = lazy(async () => ({
  default: (await import("./mfa-challenge-form.tsx")).MfaChallengeForm,
}));

/** Fetches the form when a second factor is due. */
export function MfaStep(props: ComponentProps<typeof MfaChallengeForm>) {
  return (
    <Suspense fallback={<Loading />}>
      <LazySecondFactor {...props} />
    </Suspense>
  );
}
