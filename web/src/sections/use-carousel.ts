import { type RefObject, useEffect, useState } from "react";

const REST_MS = 6_000;

export function scrollCarousel(row: HTMLElement | null, items: number): void {
  const width = row?.firstElementChild?.clientWidth ?? 0;
  row?.scrollBy({ left: items * width, behavior: allowsMotion() ? "smooth" : "instant" });
}

/** Pauses under pointer and focus; never runs with reduced motion. */
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
      if (!isInView || !allowsMotion() || element.matches(":hover, :focus-within")) return;
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

function allowsMotion(): boolean {
  return !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
