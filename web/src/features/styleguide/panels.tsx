import { type ReactNode, useState } from "react";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { Button } from "../../ui/button.tsx";

export type Scheme = "light" | "dark";
const SCHEMES: readonly Scheme[] = ["light", "dark"];

/**
 * Renders children in both schemes, after hydration only: else colours would transition from the
 * default scheme.
 */
export function Panels({ children }: { children: (scheme: Scheme) => ReactNode }) {
  if (!useHydrated()) return null;
  return (
    <div className="grid gap-6">
      {SCHEMES.map((scheme) => (
        <div
          key={scheme}
          style={{ colorScheme: scheme }}
          className="min-w-0 overflow-x-auto rounded-md border border-rule bg-paper p-6 text-ink"
        >
          {children(scheme)}
        </div>
      ))}
    </div>
  );
}

export function Reveal({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <Button variant="secondary" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? "Hide" : "Show"}
      </Button>
      {shown && <div className="mt-6">{children}</div>}
    </>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-end gap-6">{children}</div>;
}

export function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      {children}
      <p className="mt-2 text-xs text-ink-soft">{name}</p>
    </div>
  );
}
