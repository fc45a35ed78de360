import type { ReactNode } from "react";

export type Tone = "paper" | "deep" | "tide";

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
