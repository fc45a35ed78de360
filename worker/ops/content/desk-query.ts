import { type Platform, PLATFORM_KEYS } from "#contracts/content/brief-answers.ts";
import { isId } from "#contracts/ids.ts";
import { isUuid } from "#contracts/uuid.ts";
import {
  DESK_STATES,
  type DeskFilter,
  type DeskPlace,
  type DeskState,
} from "#db/ops/find-posts.ts";
import { paths } from "../paths.ts";
import { isDay, isTime } from "./day-and-time.ts";

/** The filters of the desk as they stand in its address: a saved view is a bookmark. */
export type DeskQuery = {
  /** `me`, `all`, `nobody`, or an operator's id. */
  who: string;
  client: string | null;
  platform: Platform | null;
  from: string | null;
  until: string | null;
  q: string | null;
  /** Null: the first posts of each state. */
  state: DeskState | null;
  after: DeskPlace | null;
};

const AFTER = /^(20\d\d-\d\d-\d\d)~(\d\d:\d\d)~(\w+)$/;
const TEXT_MAX = 100;

/** Ignores unknown values, so that old bookmarks still work. */
export function readDeskQuery(get: (name: string) => string | undefined): DeskQuery {
  const text = (name: string) => {
    const given = (get(name) ?? "").trim().slice(0, TEXT_MAX);
    return given === "" ? null : given;
  };
  const day = (name: string) => {
    const given = get(name) ?? "";
    return isDay(given) ? given : null;
  };
  const who = get("who") ?? "";
  const [, plannedOn = "", plannedTime = "", id = ""] = AFTER.exec(get("after") ?? "") ?? [];
  return {
    who: ["all", "nobody"].includes(who) || isUuid(who) ? who : "me",
    client: text("client"),
    platform: PLATFORM_KEYS.find((platform) => platform === get("platform")) ?? null,
    from: day("from"),
    until: day("until"),
    q: text("q"),
    state: DESK_STATES.find((state) => state === get("state")) ?? null,
    after:
      isDay(plannedOn) && isTime(plannedTime) && isId("post", id)
        ? { plannedOn, plannedTime, id }
        : null,
  };
}

export function deskParams(query: DeskQuery): URLSearchParams {
  const { who, after, ...texts } = query;
  const params = new URLSearchParams();
  if (who !== "me") params.set("who", who);
  for (const [name, value] of Object.entries(texts)) if (value !== null) params.set(name, value);
  if (after !== null) params.set("after", `${after.plannedOn}~${after.plannedTime}~${after.id}`);
  return params;
}

export function deskUrl(query: DeskQuery): string {
  const params = deskParams(query);
  return params.size === 0 ? paths.content : `${paths.content}?${String(params)}`;
}

/** @param since the earliest day where no filter says one */
export function deskFilterOf(query: DeskQuery, me: string, since: string | null): DeskFilter {
  const { who, client, platform, from, until, q } = query;
  return {
    who: who === "me" ? me : who === "all" ? null : who,
    client,
    platform,
    from: from ?? since,
    until,
    q,
  };
}
