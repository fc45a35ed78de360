import type { ReactNode } from "react";

/** 16-unit grid, stroke of 2. Decorative: always beside text or in a named control. */
const iconOf =
  (path: string) =>
  ({ className = "size-4" }: { className?: string }) => (
    <svg viewBox="0 0 16 16" className={className} aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="square" />
    </svg>
  );

export const Arrow = iconOf("M2 8h11M9 3.5 13.5 8 9 12.5");
export const ArrowUpRight = iconOf("M4 12 12 4M5.5 4H12v6.5");
export const Chevron = iconOf("m3 5.5 5 5 5-5");
export const Close = iconOf("m3 3 10 10M13 3 3 13");
export const Menu = iconOf("M2 5h12M2 11h12");
export const Pause = iconOf("M5 3v10M11 3v10");
export const Play = iconOf("M4.5 3v10l8-5z");
export const Tick = iconOf("m2.5 8.5 3.5 3.5 7.5-8");

type TickedProps = {
  className?: string;
  size?: string;
  children: ReactNode;
};

/** An item of a list, after a tick. */
export function Ticked({ className = "gap-3", size = "mt-1.5 size-4", children }: TickedProps) {
  return (
    <li className={`flex ${className}`}>
      <Tick className={`${size} shrink-0 text-persimmon-text`} />
      {children}
    </li>
  );
}
