import type { Claim } from "../content/claims.ts";

export function Figures({
  claims,
  className = "",
}: {
  claims: readonly Claim[];
  className?: string;
}) {
  if (claims.length === 0) return null;
  return (
    <dl className={`grid gap-x-6 gap-y-6 ${className}`}>
      {claims.map((claim) => (
        <div
          key={claim.label}
          className="flex flex-col-reverse justify-end border-t-2 border-current pt-3"
        >
          <dt className="text-sm">{claim.label}</dt>
          <dd className="font-display text-3xl font-bold whitespace-nowrap">{claim.figure}</dd>
        </div>
      ))}
    </dl>
  );
}
