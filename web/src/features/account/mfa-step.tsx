import { type ComponentProps, lazy, Suspense } from "react";
import { Loading } from "./loading.tsx";
import type { MfaChallengeForm } from "./second-factor.tsx";

const LazySecondFactor = lazy(async () => {
  const { MfaChallengeForm } = await import("./second-factor.tsx");
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
