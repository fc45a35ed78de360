import type { ReactNode } from "react";

type TableScrollerProps = {
  label: string;
  hint?: "sm:hidden" | "md:hidden";
  className?: string;
  children: ReactNode;
};

/** @param hint of a table that is wider than phones: the class that hides the hint on wider screens */
export function TableScroller({ label, hint, className = "", children }: TableScrollerProps) {
  return (
    <div className={`min-w-0 ${className}`.trim()}>
      {hint !== undefined && (
        <p className={`mb-2 text-sm text-ink-soft ${hint}`}>Scroll sideways for all columns.</p>
      )}
      <section
        aria-label={label}
        // Safari does not make scrollers reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="scroll-shadows relative overflow-x-auto [scrollbar-width:thin]"
      >
        {children}
      </section>
    </div>
  );
}
