import type { ReactNode } from "react";

type Tone = "paper" | "deep" | "tide";

const TONES: Readonly<Record<Tone, string>> = {
  paper: "",
  deep: "bg-paper-deep",
  tide: "bg-tide text-on-tide",
};

export function Band({
  tone = "paper",
  id,
  labelledBy,
  className = "section-space",
  children,
}: {
  tone?: Tone;
  id?: string;
  labelledBy?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section id={id} aria-labelledby={labelledBy} data-tone={tone} className={TONES[tone]}>
      <div className={`page-width ${className}`}>{children}</div>
    </section>
  );
}

export function Section({
  id,
  tone = "paper",
  title,
  lead,
  action,
  children,
}: {
  id: string;
  tone?: Tone;
  title: string;
  lead?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  const titleId = `${id}-title`;
  return (
    <Band id={id} tone={tone} labelledBy={titleId}>
      <div className="grid gap-x-10 gap-y-10 lg:grid-cols-12">
        <div className="lg:sticky lg:top-28 lg:col-span-4 lg:self-start">
          <h2 id={titleId} className="text-3xl">
            {title}
          </h2>
          {lead !== undefined && <div className="measure mt-5 text-lg text-ink-soft">{lead}</div>}
          {action !== undefined && <div className="mt-7">{action}</div>}
        </div>
        <div className="lg:col-span-8">{children}</div>
      </div>
    </Band>
  );
}
