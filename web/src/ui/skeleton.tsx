/** It stands in for data that is being read: as high as a row, a card, or what is left of the screen, or in the shape of a page. A page has several, so none is announced. */
export function Skeleton({
  shape,
}: {
  shape?: "row" | "card" | "month" | "report" | "panels" | "post";
}) {
  return (
    <div className="needs-script">
      <span className="sr-only">Loading...</span>
      <span aria-hidden="true" className="skeleton" data-shape={shape} />
    </div>
  );
}
