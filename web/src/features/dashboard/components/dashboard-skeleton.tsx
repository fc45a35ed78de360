import { Skeleton } from "../../../ui/skeleton.tsx";

/** A card of what to decide and the week, beside two smaller ones. */
export function DashboardSkeleton() {
  return (
    <div className="page-width grid gap-x-10 pb-(--section) lg:grid-cols-[2fr_1fr]">
      <div>
        <Skeleton shape="card" />
        <Skeleton />
      </div>
      <div>
        <Skeleton shape="card" />
        <Skeleton shape="card" />
      </div>
    </div>
  );
}
