import { useRef } from "react";
import { TESTIMONIALS, TESTIMONIALS_VERIFIED } from "../content/testimonials.ts";
import { anchors } from "../paths.ts";
import { Arrow } from "../ui/icons.tsx";

export function Testimonials() {
  const row = useRef<HTMLUListElement>(null);

  function roll(direction: 1 | -1): void {
    const step = row.current?.firstElementChild?.clientWidth ?? 0;
    row.current?.scrollBy({ left: direction * step, behavior: "smooth" });
  }

  return (
    <section
      id={anchors.testimonials}
      aria-labelledby="testimonials-title"
      className="overflow-x-clip bg-paper-deep"
    >
      <div className="section-space">
        <div className="page-width flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
          <h2 id="testimonials-title" className="max-w-[12em] text-3xl">
            Word from the quayside.
          </h2>
          <div className="flex gap-2">
            <RollButton label="Earlier reviews" onClick={() => roll(-1)} flipped />
            <RollButton label="Further reviews" onClick={() => roll(1)} />
          </div>
        </div>
        <ul
          ref={row}
          // A row that scrolls has to be reachable by keyboard, and Safari does not see to it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label="Reviews"
          className="relative mt-10 flex snap-x scroll-px-(--gutter) gap-4 overflow-x-auto px-(--gutter) pb-6 [scrollbar-color:var(--color-persimmon)_transparent] [scrollbar-width:thin]"
        >
          {TESTIMONIALS.map((testimonial) => (
            <li
              key={testimonial.name}
              className="flex w-[min(24rem,82vw)] shrink-0 snap-start flex-col bg-paper p-7"
            >
              <p className="text-persimmon-text">
                <span aria-hidden="true">{"★".repeat(testimonial.rating)}</span>
                <span className="sr-only">{testimonial.rating} out of 5</span>
              </p>
              <blockquote className="mt-4 mb-8 font-display text-xl leading-snug font-bold">
                “{testimonial.text}”
              </blockquote>
              <p className="mt-auto text-sm">
                <strong>{testimonial.name}</strong>
                <span className="block text-ink-soft">{testimonial.business}</span>
              </p>
            </li>
          ))}
        </ul>
        {!TESTIMONIALS_VERIFIED && (
          <p className="page-width mt-4 text-sm text-ink-soft">
            Sample reviews, shown until those of verified customers are published here.
          </p>
        )}
      </div>
    </section>
  );
}

function RollButton({
  label,
  onClick,
  flipped = false,
}: {
  label: string;
  onClick: () => void;
  flipped?: boolean;
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="grid size-12 place-items-center rounded-sm border-2 border-ink hover:bg-ink hover:text-paper"
    >
      <Arrow className={`size-5 ${flipped ? "rotate-180" : ""}`} />
      <span className="sr-only">{label}</span>
    </button>
  );
}
