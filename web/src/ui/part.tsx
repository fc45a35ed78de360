import { type ComponentType, lazy, type ReactNode, Suspense, useReducer } from "react";
import { ErrorBoundary } from "./error-boundary.tsx";

/**
 * A part that a page loads when it draws it. If it fails, it says so in its place, and loads again by a press and when the
 * browser is online.
 *
 * @param load loads its component
 * @param fallback stands there until then; without one, what the page shows instead of all its parts
 */
export function part<P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback?: ReactNode,
): ComponentType<P> {
  async function loadOnline(): Promise<{ default: ComponentType<P> }> {
    // Browsers may never ask again for a module that they failed to fetch.
    if (!navigator.onLine) throw new Error("The browser is offline.");
    return { default: await load() };
  }
  // React never loads a lazy component again.
  const renew = () =>
    lazy(() =>
      loadOnline().catch((error: unknown) => {
        Loaded = renew();
        throw error;
      }),
    );
  let Loaded: ComponentType<P> = renew();
  return function Part(props) {
    const [tries, draw] = useReducer((n: number) => n + 1, 0);
    const retry = () =>
      loadOnline().then(
        () => {
          draw();
          return true;
        },
        () => false,
      );
    const loaded = <Loaded {...props} />;
    return (
      <ErrorBoundary key={tries} retry={retry}>
        {fallback === undefined ? loaded : <Suspense fallback={fallback}>{loaded}</Suspense>}
      </ErrorBoundary>
    );
  };
}
