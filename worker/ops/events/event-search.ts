import type { EventSearch } from "#db/ops/list-events.ts";
import type { EventListQuery } from "../../ops-links.ts";
import { decryptText } from "../session/encrypted-param.ts";

/**
 * Ids hold a digit, hyphen or underscore; a text without any may be a name and stays out of URLs.
 */
const NAME = /^[\p{L}\p{M}][\p{L}\p{M}\s.'’-]*$/u;

const TELEPHONE = /^\+?[\d\s().-]{6,}$/;

export function isPersonalData(text: string | null): text is string {
  return text !== null && (text.includes("@") || NAME.test(text) || TELEPHONE.test(text));
}

/** `unreadable`: encrypted in another session. */
export type SearchInput = EventSearch | null | "unreadable";

export async function readSearch(query: EventListQuery, key: Buffer): Promise<SearchInput> {
  if (query.sender !== null) {
    const text = await decryptText(key, query.sender);
    if (text === null) return "unreadable";
    if (text.includes("@")) return { kind: "email", email: text };
    return NAME.test(text) ? { kind: "name", name: text } : { kind: "id", id: text };
  }
  if (query.q !== null) return { kind: "id", id: query.q };
  switch (query.view) {
    case null:
      return null;
    case "refunds":
      return { kind: "undecided_refunds" };
    case "replayed":
      return { kind: "replayed" };
  }
}
