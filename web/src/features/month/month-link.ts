import type { Words } from "#contracts/sample-month/month.ts";
import { readText } from "../../lib/json.ts";
import { anchors } from "../../paths.ts";

/** What the fields hold, under the names that they and the trial form have. */
export function readWords(fields: FormData): Words {
  const text = (name: string) => readText(fields, name);
  return { trade: text("trade"), name: text("company"), town: text("town") };
}

/** The words are in the fragment, which no server sees. */
export function monthLink({ trade, name, town }: Words, home: string): string {
  return `${home}#${anchors.yourMonth}?${new URLSearchParams({ company: name, trade, town })}`;
}

/** @returns null unless it is the fragment of such a link */
export function wordsOfLink(fragment: string): URLSearchParams | null {
  const [anchor, query] = fragment.slice(1).split("?");
  return anchor === anchors.yourMonth && query !== undefined ? new URLSearchParams(query) : null;
}
