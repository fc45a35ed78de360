export function Loading() {
  return (
    <output className="account-loading needs-script">
      <span className="spinner" aria-hidden="true" />
      Loading...
    </output>
  );
}
