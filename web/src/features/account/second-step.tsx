import { type ComponentProps, lazy, Suspense } from "react";
import { Loading } from "./loading.tsx";
import type { SecondFactor } from "./second-factor.tsx";

// Few have a second factor, and the pages that may ask for it are those that have to be quick.
const LazySecondFactor = lazy(async () => {
  const { SecondFactor } = await import("./second-factor.tsx");
  return { default: SecondFactor };
});

/** `SecondFactor`, fetched when somebody owes one. */
export function SecondStep(props: ComponentProps<typeof SecondFactor>) {
  return (
    <Suspense fallback={<Loading />}>
      <LazySecondFactor {...props} />
    </Suspense>
  );
}
