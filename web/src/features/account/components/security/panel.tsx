import type { ReactNode } from "react";

type PanelProps = {
  id: string;
  title: string;
  lead: ReactNode;
  children: ReactNode;
};

export function Panel({ id, title, lead, children }: PanelProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid gap-x-10 gap-y-6 border-t-2 border-ink pt-5 pb-10 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]"
    >
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
