export function Loading() {
  return (
    <output className="flex items-center gap-3.5 text-ink-soft needs-script">
      <span className="spinner" aria-hidden="true" />
      Loading...
    </output>
  );
}
