import { type RefObject, useEffect, useState } from "react";

const REST_MS = 6_000;

/** Moves a row that scrolls sideways on by one of its items, smoothly where the visitor allows movement. */
export function scrollCarousel(row: HTMLElement | null, items: number): void {
  const width = row?.firstElementChild?.clientWidth ?? 0;
  row?.scrollBy({ left: items * width, behavior: mayMove() ? "smooth" : "instant" });
}

/**
 * Lets a row roll by itself, to its end and back again, while it is in view. It rests under the pointer, while the
 * focus is in it, and always for visitors who want no movement.
 *
 * @returns whether it rolls at all, and the way to change that
 */
export function useCarousel(row: RefObject<HTMLElement | null>): {
  isPlaying: boolean;
  setRolling: (isPlaying: boolean) => void;
} {
  const [isPlaying, setRolling] = useState(true);
  useEffect(() => {
    const element = row.current;
    if (!isPlaying || element === null) return;
    let isInView = false;
    let direction = 1;
    const observer = new IntersectionObserver(([entry]) => {
      isInView = entry?.isIntersecting === true;
    });
    observer.observe(element);
    const timer = setInterval(() => {
      if (!isInView || !mayMove() || element.matches(":hover, :focus-within")) return;
      const room = element.scrollWidth - element.clientWidth;
      if (element.scrollLeft >= room - 1) direction = -1;
      if (element.scrollLeft <= 0) direction = 1;
      scrollCarousel(element, direction);
    }, REST_MS);
    return () => {
      clearInterval(timer);
      observer.disconnect();
    };
  }, [isPlaying, row]);
  return { isPlaying, setRolling };
}

function mayMove(): boolean {
  return !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
