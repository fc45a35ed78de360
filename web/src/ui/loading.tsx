export function Loading() {
  return (
    <output className="flex items-center gap-4 text-ink-soft needs-script">
      <span className="spinner" aria-hidden="true" />
      Loading...
    </output>
  );
}
