import type { ReactNode } from "react";

type Tone = "good" | "waiting";

const TONES: Readonly<Record<Tone, string>> = {
  good: "bg-moss text-on-tide",
  waiting: "bg-sun text-on-persimmon",
};

export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`inline-block px-2.5 py-0.5 text-sm font-semibold ${TONES[tone]}`}>
      {children}
    </span>
  );
}
