/** Taller than a phone, so that nothing below it moves when the page is drawn. */
export function DashboardSkeleton() {
  return (
    <output>
      <span className="sr-only">Loading your dashboard</span>
      <span aria-hidden="true" className="block skeleton dashboard-skeleton-calendar" />
      <span aria-hidden="true" className="block skeleton skeleton-card" />
    </output>
  );
}
