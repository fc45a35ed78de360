/** In place of data that is being read: as high as a row, a card, or what is left of the screen. A page has several, so none is announced. */
export function Skeleton({ shape }: { shape?: "row" | "card" }) {
  return (
    <div className="needs-script">
      <span className="sr-only">Loading...</span>
      <span aria-hidden="true" className="skeleton" data-shape={shape} />
    </div>
  );
}
