/** @jsxImportSource hono/jsx */
import type { Context } from "hono";
import type { FC } from "hono/jsx";
import { EVENT_VERSIONS } from "#contracts/events/catalogue.ts";
import { EVENT_STATES } from "#db/ops/event-state.ts";
import type { Attention } from "#db/ops/get-overview.ts";
import { EFFECT_NAMES, effectLabel, eventLabel } from "../../event-labels.ts";
import { type EventListQuery, eventListUrl } from "../../ops-links.ts";
import type { OpsEnv } from "../env.ts";
import { ActionForm } from "../layout/action-form.tsx";
import { EVENT_STATE_LABELS } from "../layout/badges.tsx";
import { Choice, Filters, StateLink } from "../layout/filters.tsx";
import { paths } from "../paths.ts";
import type { SearchInput } from "./event-search.ts";

export const ATTENTION_MAX = 100;

export const Search: FC<{
  c: Context<OpsEnv>;
  query: EventListQuery;
  search: SearchInput;
}> = ({ c, query, search }) => (
  <search>
    {/* POST, so that a name or an email address stays out of browser histories. */}
    <ActionForm
      c={c}
      class="search"
      action={paths.searchEvents}
      seen={{
        state: query.state,
        type: query.type,
        effect: query.effect,
        error: query.error,
        from: query.from,
        to: query.to,
      }}
    >
      <label>
        Search by id, name or email address
        <input
          type="search"
          name="q"
          value={query.q ?? ""}
          maxlength={254}
          autocomplete="off"
          spellcheck={false}
        />
      </label>
      <button type="submit">Search</button>
    </ActionForm>
    {query.q === null && query.sender === null ? null : (
      <p class="searched">
        {query.q === null ? (
          searchLabel(search)
        ) : (
          <>
            Showing events of <code>{query.q}</code>.
          </>
        )}{" "}
        <a href={eventListUrl({ ...query, q: null, sender: null, before: null })}>
          Show everything
        </a>
      </p>
    )}
    {query.error === null ? null : (
      <p class="searched">
        Showing events with the error <code>{query.error}</code>.{" "}
        <a href={eventListUrl({ ...query, error: null, before: null })}>Any error</a>
      </p>
    )}
  </search>
);

function searchLabel(search: SearchInput): string {
  if (search !== "unreadable" && search?.kind === "name") {
    return "Showing events of people with that name.";
  }
  return search !== "unreadable" && search?.kind === "id"
    ? "Showing events with that id. Phone numbers cannot be searched for."
    : "Showing events of one email address.";
}

const byLabel = (names: ReadonlySet<string>, labelOf: (name: string) => string) =>
  [...names]
    .map((name) => [name, labelOf(name)] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b, "en-GB"));

export const EventFilters: FC<{ query: EventListQuery; attention: Attention }> = ({
  query,
  attention,
}) => {
  const { view, state: current, type, effect, q, sender, error } = query;
  const types = new Set<string>(Object.keys(EVENT_VERSIONS));
  if (type !== null) types.add(type);
  const effects = new Set(EFFECT_NAMES);
  if (effect !== null) effects.add(effect);
  return (
    <Filters
      states={[
        ...[null, ...EVENT_STATES].map((state) => (
          <StateLink
            key={state ?? "all"}
            href={eventListUrl({ ...query, view: null, state, before: null })}
            isCurrent={view === null && state === current}
          >
            {state === null ? "All" : EVENT_STATE_LABELS[state]}
            {state === "failed" || state === "stuck" ? <Count of={attention[state]} /> : null}
          </StateLink>
        )),
        <StateLink
          key="refunds"
          href={eventListUrl({ view: "refunds" })}
          isCurrent={view === "refunds"}
        >
          Refunds to decide
          <Count of={attention.refunds} />
        </StateLink>,
        <StateLink
          key="replayed"
          href={eventListUrl({ view: "replayed" })}
          isCurrent={view === "replayed"}
        >
          Replayed
        </StateLink>,
        <StateLink key="comments" href={`${paths.content}#comments`} isCurrent={false}>
          Comments to answer
          <Count of={attention.comments} />
        </StateLink>,
      ]}
      action={paths.events}
      kept={{ view, state: current, q, sender, error }}
    >
      <Choice
        label="Type"
        name="type"
        value={type}
        options={[["", "Every type"], ...byLabel(types, eventLabel)]}
      />
      <Choice
        label="Failed or waiting effect"
        name="effect"
        value={effect}
        options={[["", "Every effect"], ...byLabel(effects, effectLabel)]}
      />
      <label>
        From
        <input type="date" name="from" value={query.from ?? ""} />
      </label>
      <label>
        To
        <input type="date" name="to" value={query.to ?? ""} />
      </label>
    </Filters>
  );
};

export const Count: FC<{ of: number }> = ({ of }) =>
  of === 0 ? null : (
    <span class="count figures">{of >= ATTENTION_MAX ? `${String(of - 1)}+` : String(of)}</span>
  );
