import type { ReactNode } from "react";

export function Panel({
  id,
  title,
  lead,
  children,
}: {
  id: string;
  title: string;
  lead: ReactNode;
  children: ReactNode;
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="account-panel">
      <div>
        <h2 id={`${id}-title`} className="text-xl">
          {title}
        </h2>
        <p className="mt-3 max-w-104 text-ink-soft">{lead}</p>
      </div>
      <div className="measure">{children}</div>
    </section>
  );
}
