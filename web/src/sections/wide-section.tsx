import type { ReactNode } from "react";
import { Band } from "../ui/band.tsx";

export function WideSection({
  id,
  tone = "paper",
  title,
  lead,
  action,
  children,
}: {
  id: string;
  tone?: "paper" | "deep";
  title: string;
  lead: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  const titleId = `${id}-title`;
  return (
    <Band id={id} tone={tone} labelledBy={titleId}>
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <div>
          <h2 id={titleId} className="text-3xl">
            {title}
          </h2>
          <p className="mt-4 text-lg text-ink-soft">{lead}</p>
        </div>
        {action}
      </div>
      {children}
    </Band>
  );
}
