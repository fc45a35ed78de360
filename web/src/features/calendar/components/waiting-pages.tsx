import { type ReactNode, useRef, useState } from "react";
import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { Button } from "../../../ui/button.tsx";
import { Chevron } from "../../../ui/icons.tsx";
import { useDecisions } from "../hooks/use-decisions.ts";
import { DecisionButtons } from "./decision-buttons.tsx";

/**
 * Posts as pages side by side: a swipe turns them, and buttons at the foot of the screen decide, in large text below the post. A
 * movement of the finger never does, because an approval by mistake is published.
 */
export function WaitingPages<P extends CalendarPost>({
  posts,
  isAboveBar,
  children,
}: {
  posts: readonly P[];
  /** The site's own bar is below the buttons. */
  isAboveBar: boolean;
  children: (post: P) => ReactNode;
}) {
  const { asking } = useDecisions();
  const [turned, setTurned] = useState(0);
  const pages = useRef<HTMLUListElement>(null);
  const index = Math.min(turned, posts.length - 1);
  const current = posts[index];
  if (current === undefined) return null;

  function turn(by: number): void {
    const page = pages.current?.children[index + by];
    if (page === undefined) return;
    page.scrollIntoView({ block: "nearest", inline: "start" });
    setTurned(index + by);
  }

  return (
    <>
      <ul
        ref={pages}
        className="relative -mx-(--gutter) mt-4 flex snap-x snap-mandatory items-start overflow-x-auto overscroll-x-contain"
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setTurned(Math.round(scrollLeft / clientWidth))
        }
      >
        {posts.map((post) => (
          <li
            key={post.id}
            inert={post.id !== current.id}
            className="w-full flex-none snap-start px-(--gutter) inert:max-h-[70vh] inert:overflow-hidden"
          >
            {children(post)}
          </li>
        ))}
      </ul>
      {asking !== current.id && (
        <div
          className={`@container sticky z-10 ${isAboveBar ? "bottom-[min(3.5rem,(100vw-19rem)*99)]" : "bottom-[min(0px,(100vw-19rem)*99)]"} -mx-(--gutter) border-t border-rule bg-paper px-(--gutter) py-2`}
        >
          {posts.length > 1 && (
            <p className="flex items-center justify-between text-sm @max-[15rem]:*:min-h-[44px] @max-[15rem]:*:py-0">
              <Turn label="Previous post" isBack disabled={index === 0} onTurn={() => turn(-1)} />
              <output>{`${index + 1} of ${posts.length}`}</output>
              <Turn
                label="Next post"
                disabled={index === posts.length - 1}
                onTurn={() => turn(1)}
              />
            </p>
          )}
          <DecisionButtons post={current} />
        </div>
      )}
    </>
  );
}

type TurnProps = {
  label: string;
  isBack?: boolean;
  disabled: boolean;
  onTurn: () => void;
};

function Turn({ label, isBack = false, disabled, onTurn }: TurnProps) {
  return (
    <Button variant="quiet" aria-label={label} disabled={disabled} onClick={onTurn}>
      <Chevron className={`size-4 ${isBack ? "rotate-90" : "-rotate-90"}`} />
    </Button>
  );
}
