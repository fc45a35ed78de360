import { plannedLabel } from "#contracts/content/planned-label.ts";
import { Sample } from "../../../art/sample.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import type { Month } from "../month.ts";
import { shorten } from "../words.ts";

export function PostDialog({
  month,
  index,
  onOpen,
}: {
  month: Month;
  index: number;
  /** Without an index when the dialog was closed. */
  onOpen: (index?: number) => void;
}) {
  const post = month.posts[index];
  if (post === undefined) return null;
  const { sample, place } = post;
  const count = month.posts.length;
  return (
    <Dialog open title={plannedLabel(post)} onClose={() => onOpen()}>
      <div className="month-sheet" aria-live="polite">
        <Sample
          post={{ ...sample, caption: shorten(sample.caption, 40) }}
          business={month.business}
          ago={place}
        />
        <div>
          <p className="month-place">{place}</p>
          <p className="month-caption">{sample.caption}</p>
          <p className="month-count">{`Post ${index + 1} of ${count}. A sample: nothing is published.`}</p>
        </div>
      </div>
      <div className="month-steps">
        <Button variant="secondary" onClick={() => onOpen((index + count - 1) % count)}>
          Previous
        </Button>
        <Button variant="secondary" onClick={() => onOpen((index + 1) % count)}>
          Next
        </Button>
      </div>
    </Dialog>
  );
}
