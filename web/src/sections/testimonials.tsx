import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { EXHIBITS, isShown } from "../content/exhibits.ts";
import { RATING, TESTIMONIALS } from "../content/testimonials.ts";
import { anchors } from "../paths.ts";
import { Arrow, Pause, Play } from "../ui/icons.tsx";
import { ClaimNote } from "./claim-note.tsx";

export function Testimonials() {
  if (!isShown(EXHIBITS.testimonials)) return null;
  return (
    <section
      id={anchors.testimonials}
      aria-labelledby="testimonials-title"
      className="overflow-x-clip bg-paper-deep"
    >
      <div className="section-space">
        <Reviews />
      </div>
    </section>
  );
}

function Reviews() {
  const row = useRef<HTMLUListElement>(null);

  const { isPlaying, setRolling } = useCarousel(row);
  /** -1 at the first review, 1 at the last. */
  const [end, setEnd] = useState(-1);

  function rollByHand(items: number): void {
    setRolling(false);
    scrollCarousel(row.current, items);
  }

  return (
    <>
      <div className="page-width flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
        <div>
          <h2 id="testimonials-title" className="text-2xl">
            What we’d like you to say.
          </h2>
          <ClaimNote about={[EXHIBITS.testimonials]} className="mt-4 text-lg text-ink-soft" />
        </div>
        <div className="needs-script flex gap-2">
          <RollButton
            label={isPlaying ? "Pause the reviews" : "Let the reviews roll"}
            onClick={() => setRolling(!isPlaying)}
            className="motion-reduce:hidden"
          >
            {isPlaying ? <Pause className="size-5" /> : <Play className="size-5" />}
          </RollButton>
          <RollButton label="Earlier reviews" atEnd={end < 0} onClick={() => rollByHand(-1)}>
            <Arrow className="size-5 rotate-180" />
          </RollButton>
          <RollButton label="Further reviews" atEnd={end > 0} onClick={() => rollByHand(1)}>
            <Arrow className="size-5" />
          </RollButton>
        </div>
      </div>
      <ul
        ref={row}
        // Safari does not make scrollers reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="Reviews"
        onPointerDown={() => setRolling(false)}
        onScroll={({ currentTarget: { scrollLeft, scrollWidth, clientWidth } }) =>
          setEnd(scrollLeft < 1 ? -1 : scrollLeft + clientWidth > scrollWidth - 1 ? 1 : 0)
        }
        className="relative mt-8 flex scroll-px-(--margin) gap-4 overflow-x-auto px-(--margin) pb-6 [scrollbar-color:var(--color-persimmon)_transparent] [scroll-snap-type:x] [scrollbar-width:thin]"
      >
        {TESTIMONIALS.map((testimonial) => (
          <li
            key={testimonial.name}
            className="flex w-[min(24rem,82vw)] shrink-0 snap-start flex-col bg-paper p-[min(1.5rem,8vw)]"
          >
            <p className="text-persimmon-text">
              <span aria-hidden="true">{"★".repeat(RATING)}</span>
              <span className="sr-only">{`${RATING} out of 5`}</span>
            </p>
            <blockquote className="mt-3 mb-6 font-display text-xl leading-[1.3] font-bold">
              {`“${testimonial.text}”`}
            </blockquote>
            <div className="mt-auto flex items-center gap-3 text-sm">
              <span
                aria-hidden="true"
                className="grid size-8 place-items-center rounded-full bg-tide font-display font-bold text-on-tide"
              >
                {testimonial.name.charAt(0)}
              </span>
              <p>
                <strong>{testimonial.name}</strong>
                <span className="block text-ink-soft">{testimonial.business}</span>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

type RollButtonProps = {
  label: string;
  /** `disabled` would drop the focus. */
  atEnd?: boolean;
  onClick: () => void;
  className?: string;
  children: ReactNode;
};

function RollButton({ label, atEnd = false, onClick, className = "", children }: RollButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-disabled={atEnd}
      className={`grid size-12 aria-disabled:opacity-60 place-items-center rounded-sm border-2 border-ink hover:bg-ink hover:text-paper ${className}`}
    >
      {children}
      <span className="sr-only">{label}</span>
    </button>
  );
}

const REST_MS = 6_000;

function scrollCarousel(row: HTMLElement | null, items: number): void {
  const width = row?.firstElementChild?.clientWidth ?? 0;
  row?.scrollBy({ left: items * width, behavior: allowsMotion() ? "smooth" : "instant" });
}

/** Pauses under pointer and focus; never runs with reduced motion. */
function useCarousel(row: RefObject<HTMLElement | null>): {
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
