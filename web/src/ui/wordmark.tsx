import { COMPANY } from "#contracts/company.ts";

/** @param compact shows the mark alone on the narrowest screens */
export function Wordmark({ compact = false }: { compact?: boolean }) {
  return (
    <span className="flex w-fit items-center gap-2.5 font-small text-[1.5rem] leading-none font-bold tracking-[-0.012em]">
      <svg viewBox="0 0 32 32" className="size-7 flex-none" aria-hidden="true">
        <rect width="32" height="32" rx="3" className="fill-persimmon" />
        <path
          d="M0 19c5.3-5.5 10.7-5.5 16 0s10.7 5.5 16 0v10a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3z"
          className="fill-mark"
        />
      </svg>
      <span className={compact ? "max-[24rem]:sr-only" : undefined}>{COMPANY.name}</span>
    </span>
  );
}
