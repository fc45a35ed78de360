import { useEffect, useRef } from "react";
import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { useHash } from "../../../lib/use-hash.ts";
import { useDecisions } from "./use-decisions.ts";

/** The post that the address names. After a decision about it the next one that waits takes its place. */
export function useSelectedPost(posts: readonly CalendarPost[]): CalendarPost | null {
  const { acted, outcome } = useDecisions();
  const hash = useHash();
  const selected = posts.find(({ id }) => id === hash) ?? null;
  const id = selected?.id;
  useEffect(() => {
    if (id === undefined) return;
    // It is in view beside a month.
    const preventScroll = window.matchMedia("(width >= 48rem)").matches;
    document.getElementById(id)?.focus({ preventScroll });
  }, [id]);
  const known = useRef(outcome);
  useEffect(() => {
    const isNew = known.current !== outcome;
    known.current = outcome;
    if (!isNew || outcome?.tone !== "success" || acted !== id) return;
    const { pathname, search } = window.location;
    window.history.replaceState(null, "", pathname + search);
  }, [outcome, acted, id]);
  return selected;
}
