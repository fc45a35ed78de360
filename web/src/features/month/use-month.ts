import { useEffect, useState } from "react";
import { type Month, monthOf, type Words } from "#contracts/sample-month/month.ts";
import { findTrade, loadPosts } from "#contracts/sample-month/trades.ts";

/**
 * The month of the words, once the posts of their trade are there; until then the month of the words before.
 * @returns null when the words make none, undefined without words
 */
export function useMonth(
  words: Words | undefined,
  onFailure?: () => void,
): Month | null | undefined {
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
