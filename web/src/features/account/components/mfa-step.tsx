import { type ComponentProps, lazy, Suspense } from "react";
import { Loading } from "./loading.tsx";
import type { MfaChallengeForm } from "./mfa-challenge-form.tsx";

const LazySecondFactor = lazy(async () => {
  const { MfaChallengeForm } = await import("./mfa-challenge-form.tsx");
  return { default: MfaChallengeForm };
});

/** Fetches the form when a second factor is due. */
export function MfaStep(props: ComponentProps<typeof MfaChallengeForm>) {
  return (
    <Suspense fallback={<Loading />}>
      <LazySecondFactor {...props} />
    </Suspense>
  );
}
