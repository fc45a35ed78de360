/** The first stop of the Tab key: past the header. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="absolute top-0 left-4 z-50 -translate-y-full bg-ink px-5 py-3 font-semibold text-paper focus:translate-y-4"
    >
      Skip to the content
    </a>
  );
}
