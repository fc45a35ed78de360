import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { useHydrated } from "./use-hydrated.ts";

export type Scheme = "light" | "dark";
const SCHEMES: readonly Scheme[] = ["light", "dark"];

/**
 * The same thing twice: on light paper and on dark. Not before each can have its own colours, because what is there
 * already would fade over to them.
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

/** For what takes the focus as soon as it is there, or brings a heading of the first rank. */
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

/** A row of things of which each has its name beneath. */
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
