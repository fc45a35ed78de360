import { readText } from "../../lib/form-text.ts";
import { MonthChart } from "./components/month-chart.tsx";
import { MonthFeed } from "./components/month-feed.tsx";
import { PostDialog } from "./components/post-dialog.tsx";
import { type Month, monthOf } from "./month.ts";

/** The home page's form. Its fields have the names of those of the trial form. */
type Fields = FormData | undefined;

/** The parts of "Your month" beside its fields. Those that are undefined have nothing to show yet. */
export function drawMonth({
  typed,
  submitted,
  opened,
  onSubmit,
  onOpen,
}: {
  typed: Fields;
  submitted: Fields;
  /** Index of the post in the dialog. */
  opened: number | undefined;
  onSubmit: (fields: Fields) => void;
  onOpen: (index: number | undefined) => void;
}) {
  const now = new Date();
  const shown = nextMonth(submitted, now);
  const onChart = nextMonth(typed, now) ?? shown;

  /** The chart may be ahead of the posts below. */
  function openFromChart(index: number): void {
    onSubmit(typed ?? submitted);
    onOpen(index);
  }

  return {
    chart: onChart && <MonthChart month={onChart} onOpen={openFromChart} />,
    summary: shown?.summary,
    feed: submitted && <MonthFeed month={shown} words={submitted} onOpen={onOpen} />,
    dialog: shown && opened !== undefined && (
      <PostDialog month={shown} index={opened} onOpen={onOpen} />
    ),
  };
}

function nextMonth(fields: Fields, now: Date): Month | null {
  if (fields === undefined) return null;
  const words = {
    trade: readText(fields, "businessType"),
    name: readText(fields, "company"),
    town: readText(fields, "town"),
  };
  return monthOf(words, now);
}
