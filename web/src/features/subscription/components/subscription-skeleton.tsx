export function SubscriptionSkeleton() {
  return (
    <output>
      <span className="sr-only">Loading your subscription</span>
      <span aria-hidden="true" className="block skeleton skeleton-card" />
    </output>
  );
}
