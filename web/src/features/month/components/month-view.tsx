import { useCallback, useEffect, useState } from "react";
import { type Words, type Month, monthOf } from "#contracts/sample-month/month.ts";
import { TRADE_NAMES, findTrade, loadPosts } from "#contracts/sample-month/trades.ts";
import { CHART_BOX, TideChart } from "../../../art/tide-chart.tsx";
import { readWords, wordsOfLink } from "../month-link.ts";
import { MonthChart } from "./month-chart.tsx";
import { MonthFeed } from "./month-feed.tsx";
import { PostDialog } from "./post-dialog.tsx";

/** The chart changes with each letter; what is missing is taken from the fields' examples. */
function forChart(words: Words): Words | undefined {
  return words.name.trim() === "" ? undefined : { ...words, town: words.town.trim() || "Whitby" };
}

/** "Your month" beside its fields, which it listens to. */
export function MonthView({ form }: { form: HTMLFormElement }) {
  const [typed, setTyped] = useState(() => readWords(new FormData(form)));
  const [submitted, setSubmitted] = useState(form.dataset["asked"] === "" ? typed : undefined);
  const [opened, setOpened] = useState<number>();

  useEffect(() => {
    const read = () => readWords(new FormData(form));
    const onInput = () => setTyped(read());
    const onSubmit = () => setSubmitted(read());
    const given = wordsOfLink(location.hash);
    if (given !== null) {
      for (const field of form.querySelectorAll("input")) field.value = given.get(field.name) ?? "";
      onInput();
      onSubmit();
    }
    form.addEventListener("input", onInput);
    form.addEventListener("submit", onSubmit);
    return () => {
      form.removeEventListener("input", onInput);
      form.removeEventListener("submit", onSubmit);
    };
  }, [form]);

  const month = useMonth(
    submitted,
    useCallback(() => form.submit(), [form]),
  );
  const onChart = useMonth(forChart(typed)) ?? month;

  /** The chart may be ahead of the posts below. */
  function openFromChart(index: number): void {
    setSubmitted(forChart(typed) ?? submitted);
    setOpened(index);
  }

  return (
    <>
      <datalist id="trades">
        {TRADE_NAMES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <div className={CHART_BOX}>
        {onChart ? <MonthChart month={onChart} onOpen={openFromChart} /> : <TideChart />}
      </div>
      <output className="sr-only">{month?.summary}</output>
      {submitted && (
        // It is as high as the posts, which may still be loading, so that nothing moves when they come.
        <div className="min-h-[77rem] bg-tide pt-4 text-on-tide lg:min-h-[73rem]">
          {month !== undefined && (
            // Another business's posts are not approved yet.
            <MonthFeed key={month?.summary} month={month} words={submitted} onOpen={setOpened} />
          )}
        </div>
      )}
      {month && opened !== undefined && (
        <PostDialog month={month} index={opened} onOpen={setOpened} />
      )}
    </>
  );
}

/**
 * The month of the words, once the posts of their trade are there; until then the month of the words before.
 * @returns null when the words make none, undefined without words
 */
function useMonth(words: Words | undefined, onFailure?: () => void): Month | null | undefined {
  const [month, setMonth] = useState<Month | null>();
  const { trade, name, town } = words ?? {};
  useEffect(() => {
    if (trade === undefined || name === undefined || town === undefined) return;
    let isCurrent = true;
    loadPosts(findTrade(trade)).then(
      (posts) => isCurrent && setMonth(monthOf({ trade, name, town }, posts, new Date())),
      () => isCurrent && onFailure?.(),
    );
    return () => {
      isCurrent = false;
    };
  }, [trade, name, town, onFailure]);
  return words && month;
}
