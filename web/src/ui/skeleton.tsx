/** In place of data that is being read: as high as a row, a card, or what is left of the screen. */
export function Skeleton({ shape }: { shape?: "row" | "card" }) {
  return (
    <output className="needs-script">
      <span className="sr-only">Loading...</span>
      <span aria-hidden="true" className="skeleton" data-shape={shape} />
    </output>
  );
}
