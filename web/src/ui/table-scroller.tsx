import type { ReactNode } from "react";

export function TableScroller({
  label,
  className = "",
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      // Safari does not make scrollers reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={`relative overflow-x-auto [scrollbar-width:thin] ${className}`}
    >
      {children}
    </section>
  );
}
