import type { ReactNode } from "react";

export function DashboardFrame({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className="page-width grid grid-cols-1 items-start gap-x-10 gap-y-10 pb-(--section) sm:gap-y-12 lg:grid-cols-12">
      <div className="grid grid-cols-1 gap-y-10 sm:gap-y-12 lg:col-span-8">{main}</div>
      <div className="grid gap-10 md:grid-cols-2 lg:sticky lg:top-28 lg:col-span-4 lg:grid-cols-1">
        {side}
      </div>
    </div>
  );
}
