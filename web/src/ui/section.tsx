import type { ReactNode } from "react";
import { Band, type Tone } from "./band.tsx";

type SectionProps = {
  id: string;
  tone?: Tone;
  title: string;
  lead?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
};

export function Section({ id, tone = "paper", title, lead, action, children }: SectionProps) {
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
