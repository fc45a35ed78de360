export function SkipLink() {
  return (
    <a
      href="#main"
      className="absolute -top-20 left-4 z-50 bg-ink px-5 py-3 font-semibold text-paper focus:top-4"
    >
      Skip to the content
    </a>
  );
}
