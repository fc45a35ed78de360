import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { placeLabel } from "#contracts/content/place-label.ts";
import { formatDateWith } from "../../../lib/dates.ts";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { Thumb } from "../../calendar/components/thumb.tsx";
import { useDashboard } from "../dashboard-context.ts";

const SHOWN_MAX = 3;

const format = formatDateWith({ weekday: "short", day: "numeric", month: "long" });

export function WaitingCard({ waiting }: { waiting: readonly CalendarPost[] }) {
  const { variantOf } = useDashboard();
  const more = waiting.length - SHOWN_MAX;
  return (
    <section
      aria-labelledby="calendar-card"
      className="border-t-2 border-waiting bg-paper-deep p-[clamp(1.25rem,1rem+1.5vw,2.25rem)]"
    >
      <h2 id="calendar-card" className="text-2xl">
        {`Waiting for you (${waiting.length})`}
      </h2>
      <ul className="mt-2 mb-3">
        {waiting.slice(0, SHOWN_MAX).map((post) => (
          <li key={post.id} className="border-b border-rule">
            <Link
              href={`${paths.calendar}#${post.id}`}
              className="group flex flex-wrap gap-4 py-2.5"
            >
              <Thumb post={post} size="row" />
              <span className="min-w-28 flex-1">
                <strong className="block">{`${format(post.plannedOn)}, ${post.plannedTime}`}</strong>
                <span className="block text-ink-soft">{placeLabel(post)}</span>
                <span className="block truncate underline-offset-[0.22em] group-hover:underline">
                  {post.text}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-ink-soft">{`and ${more} more`}</p>}
      <ButtonLink href={paths.calendar} variant={variantOf("approve")} className="mt-5" arrow>
        Read and approve
      </ButtonLink>
    </section>
  );
}
