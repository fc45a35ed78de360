import { type FormEvent, useEffect, useRef, useState } from "react";
import { CHART_BOX, TideChart } from "../art/tide-chart.tsx";
import type { loadMonth } from "../features/month/load-month.ts";
import { anchors, paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";

/** Accepts no word of spaces only. */
const WORD = { maxLength: 60, pattern: ".*\\S.*", required: true, className: "control" };

const LABEL = "grid gap-2 text-sm font-semibold";

type View = Awaited<ReturnType<typeof loadMonth>> & { readonly form: HTMLFormElement };

async function load(form: HTMLFormElement, onLoad: (view: View) => void): Promise<void> {
  try {
    const { loadMonth } = await import("../features/month/load-month.ts");
    onLoad({ ...(await loadMonth()), form });
  } catch {
    if (form.dataset["asked"] === "") form.submit();
  }
}

/**
 * Three fields, and the tide chart that they fill with posts in the visitor's name. What writes and draws the posts is
 * loaded when the visitor turns to the fields, or comes by a shared link. Until then, and where that fails, the fields
 * lead to the trial form.
 */
export function YourMonth() {
  const fields = useRef<HTMLFormElement>(null);
  const [view, setView] = useState<View>();
  // Each letter asks again for what did not load.
  const prepare = (event: { readonly currentTarget: HTMLFormElement }) => {
    if (view === undefined) void load(event.currentTarget, setView);
  };

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    event.currentTarget.dataset["asked"] = "";
    prepare(event);
  }

  useEffect(() => {
    if (fields.current !== null && location.hash.includes("?")) void load(fields.current, setView);
  }, []);

  return (
    <section id={anchors.yourMonth} aria-labelledby="your-month-title" className="relative">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Only prefetches. */}
      <form
        ref={fields}
        action={paths.freeTrial}
        className="page-width grid grid-cols-2 items-end gap-x-4 gap-y-3 pt-4 lg:grid-cols-4"
        onFocus={prepare}
        onInput={prepare}
        onPointerEnter={prepare}
        onSubmit={submit}
      >
        <h2
          id="your-month-title"
          className="col-span-full text-lg [@media(height<50rem)]:lg:sr-only"
        >
          Your month in ten seconds.
        </h2>
        <label className={`${LABEL} max-lg:col-span-full`}>
          Business name
          <input name="company" placeholder="Fig & Olive" autoComplete="organization" {...WORD} />
        </label>
        <label className={LABEL}>
          Trade
          <input name="trade" placeholder="Café" list="trades" {...WORD} />
        </label>
        <label className={LABEL}>
          Town
          <input name="town" placeholder="Whitby" autoComplete="address-level2" {...WORD} />
        </label>
        <Button type="submit" arrow className="min-h-14 max-lg:col-span-full">
          Show my month
        </Button>
        <p className="col-span-full text-ink-soft lg:text-sm">
          The businesses in these samples are invented.
        </p>
      </form>
      {view ? (
        <view.MonthView form={view.form} />
      ) : (
        <div className={CHART_BOX}>
          <TideChart />
        </div>
      )}
    </section>
  );
}
