import { lazy, Suspense, useState } from "react";
import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { plannedLabel } from "#contracts/content/planned-label.ts";
import { Loading } from "../../account/components/loading.tsx";

const Comments = lazy(async () => ({ default: (await import("./comments.tsx")).Comments }));

export function PostThread({ post }: { post: CalendarPost }) {
  const [isOpened, setIsOpened] = useState(false);
  const [count, setCount] = useState(post.comments);
  const label = plannedLabel(post);
  return (
    <details className="comments" onToggle={() => setIsOpened(true)}>
      <summary>
        {count === 0 ? "Write a comment" : `Comments (${count})`}
        <span className="sr-only">: {label}</span>
      </summary>
      {isOpened && (
        <Suspense fallback={<Loading />}>
          <Comments post={post} label={label} onCount={setCount} />
        </Suspense>
      )}
    </details>
  );
}
