import { type FormEvent, useState } from "react";
import { TideChart } from "../art/tide-chart.tsx";
import { BUSINESS_TYPES } from "../content/industries.ts";
import type { loadMonth } from "../features/month/load-month.ts";
import { anchors, paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { Chevron } from "../ui/icons.tsx";

/** Accepts no word of spaces only. */
const WORD = { maxLength: 60, pattern: ".*\\S.*", required: true, className: "control" };

/**
 * The tide chart and, in its water, three fields that fill it with posts in the visitor's name. What
 * writes and draws the posts is loaded when the visitor turns to the fields. Until then, and where
 * that fails, the fields lead to the trial form.
 */
export function YourMonth() {
  const [view, setView] = useState<Awaited<ReturnType<typeof loadMonth>>>();
  const [typed, setTyped] = useState<FormData>();
  const [submitted, setSubmitted] = useState<FormData>();
  const [opened, setOpened] = useState<number>();
  const month = view?.drawMonth({
    typed,
    submitted,
    opened,
    onSubmit: setSubmitted,
    onOpen: setOpened,
  });

  async function load(orElse?: () => void): Promise<void> {
    try {
      const { loadMonth } = await import("../features/month/load-month.ts");
      setView(await loadMonth());
    } catch {
      orElse?.();
    }
  }

  const prepare = () => void load();

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    setSubmitted(new FormData(form));
    void load(() => form.submit());
  }

  return (
    <section id={anchors.yourMonth} aria-labelledby="your-month-title" className="relative">
      <div className="mt-4 -mb-px h-[clamp(16rem,8rem+15vw,25rem)] flex justify-center overflow-x-clip sm:mt-2">
        {month?.chart ?? <TideChart />}
      </div>
      <div data-tone="tide" className="below-fold bg-tide text-on-tide">
        <div className="page-width pt-4 pb-8">
          <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
            <h2 id="your-month-title" className="text-3xl">
              Your month in ten seconds.
            </h2>
            <p className="text-lg text-ink-soft">Your name, trade and town. Twelve posts.</p>
          </div>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Only prefetches. */}
          <form
            action={paths.freeTrial}
            className="mt-6 grid grid-cols-2 items-end gap-4 lg:grid-cols-4"
            onFocus={prepare}
            onPointerEnter={prepare}
            onInput={(event) => setTyped(new FormData(event.currentTarget))}
            onSubmit={submit}
          >
            <label className="grid gap-2 text-sm font-semibold max-lg:col-span-2">
              Business name
              <input
                name="company"
                placeholder="Old Harbour Bakery"
                autoComplete="organization"
                {...WORD}
              />
            </label>
            <label className="grid gap-2 text-sm font-semibold">
              Trade
              <span className="relative text-ink">
                <select
                  name="businessType"
                  defaultValue="Food"
                  className="control appearance-none pr-11"
                >
                  {BUSINESS_TYPES.map((type) => (
                    <option key={type}>{type}</option>
                  ))}
                </select>
                <Chevron className="pointer-events-none absolute top-[calc(50%-0.5rem)] right-4 size-4" />
              </span>
            </label>
            <label className="grid gap-2 text-sm font-semibold">
              Town
              <input name="town" placeholder="Whitby" autoComplete="address-level2" {...WORD} />
            </label>
            <Button type="submit" arrow className="min-h-14 max-lg:col-span-2">
              Show my month
            </Button>
          </form>
          <output className="sr-only">{month?.summary}</output>
        </div>
      </div>
      {submitted && (
        // As high as the posts, which may still be loading, so that nothing moves when they come.
        <div className="min-h-[56rem] bg-tide text-on-tide lg:min-h-[47rem]">{month?.feed}</div>
      )}
      {month?.dialog}
    </section>
  );
}
