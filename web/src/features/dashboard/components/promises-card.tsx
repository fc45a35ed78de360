import { useState } from "react";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { promiseLines } from "../promise-lines.ts";

export function PromisesCard({ promises }: { promises: SubscriptionDetails["promises"] }) {
  const [now] = useState(() => Date.now() / 1_000);
  const lines = promiseLines(promises, now);
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="promises" className="border-t-2 border-ink pt-5">
      <h2 id="promises" className="text-xl">
        What we promised
      </h2>
      <ul
        className={`mt-5 grid gap-4 ${lines.length % 3 === 0 ? "sm:grid-cols-3" : "sm:grid-cols-2"}`}
      >
        {lines.map(({ title, when, isKept }) => (
          <li key={`${title} ${when}`} className="flex gap-3">
            <span aria-hidden="true" className="w-6 shrink-0">
              {isKept ? "✓" : "○"}
            </span>
            <p>
              <strong>{title}</strong>
              {isKept && <span className="sr-only"> (done)</span>}
              <span className="block text-ink-soft">{when}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
