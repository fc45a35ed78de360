import { plannedLabel } from "#contracts/content/planned-label.ts";
import type { Month } from "#contracts/sample-month/month.ts";
import { shorten } from "#contracts/sample-month/words.ts";
import { Sample } from "../../../art/sample.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

type PostDialogProps = {
  month: Month;
  index: number;
  /** It has no index when the dialog was closed. */
  onOpen: (index?: number) => void;
};

export function PostDialog({ month, index, onOpen }: PostDialogProps) {
  const post = month.posts[index];
  if (post === undefined) return null;
  const { sample, place, colours } = post;
  const count = month.posts.length;
  return (
    <Dialog open title={plannedLabel(post)} onClose={() => onOpen()}>
      <output className="sr-only">{`${plannedLabel(post)}. ${place}. ${sample.caption}`}</output>
      <div className="mt-5 grid gap-6 sm:grid-cols-[13.5rem_1fr]">
        <Sample
          post={{ ...sample, caption: shorten(sample.caption, 40) }}
          business={month.business}
          colours={colours}
          ago={place}
          className="max-w-full max-sm:mx-auto max-sm:w-48"
        />
        <div>
          <p className="font-semibold">{place}</p>
          <p className="mt-3 text-(length:--text-lg) wrap-anywhere">{sample.caption}</p>
          <p className="mt-3 text-(length:--text-sm) text-ink-soft">{`Post ${index + 1} of ${count}. A sample: nothing is published.`}</p>
        </div>
      </div>
      <div className="mt-6 flex gap-4">
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
