import type { ReactNode } from "react";

type FoldProps = {
  id: string;
  title: string;
  lead: string;
  children: ReactNode;
};

/** A part that is opened when it is needed. */
export function Fold({ id, title, lead, children }: FoldProps) {
  return (
    <details className="border-t-2 border-ink">
      <summary className="grid grid-cols-[1fr_auto] items-center gap-x-6 py-4">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <span aria-hidden="true" className="row-span-2 disclosure-mark" />
        <span className="text-ink-soft">{lead}</span>
      </summary>
      {children}
    </details>
  );
}
