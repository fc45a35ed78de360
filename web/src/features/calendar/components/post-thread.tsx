import { useState } from "react";
import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { plannedLabel } from "#contracts/content/planned-label.ts";
import { Loading } from "../../../ui/loading.tsx";
import { part } from "../../../ui/part.tsx";
import { unsentComment } from "../unsent-words.ts";

const Comments = part(async () => (await import("./comments.tsx")).Comments, <Loading />);

type PostThreadProps = {
  post: CalendarPost;
  token?: string | null;
  reader?: string | null;
};

/** An emailed link gives `token` and `reader`. */
export function PostThread({ post, token = null, reader = null }: PostThreadProps) {
  const [wasWriting] = useState(() => unsentComment(post.id) !== null);
  const [isOpened, setIsOpened] = useState(wasWriting);
  const [count, setCount] = useState(post.comments);
  const label = plannedLabel(post);
  return (
    <details
      className="mt-6 -mb-3 border-t border-rule"
      open={wasWriting}
      onToggle={() => setIsOpened(true)}
    >
      <summary className="flex items-center gap-3 py-3 font-semibold">
        <span aria-hidden="true" className="disclosure-mark" />
        {count === 0 ? "Write a comment" : `Comments (${count})`}
        <span className="sr-only">: {label}</span>
      </summary>
      {isOpened && (
        <Comments post={post} label={label} token={token} reader={reader} onCount={setCount} />
      )}
    </details>
  );
}
