/** @jsxImportSource hono/jsx */
import type { Context } from "hono";
import type { FC } from "hono/jsx";
import { EVENT_VERSIONS } from "#contracts/events/catalogue.ts";
import type { Attention } from "#db/ops/count-attention.ts";
import { EVENT_STATES } from "#db/ops/event-state.ts";
import { EFFECT_NAMES, effectLabel, eventLabel } from "../../event-labels.ts";
import { type EventListQuery, eventListUrl } from "../../ops-links.ts";
import type { OpsEnv } from "../env.ts";
import { ActionForm, HiddenFields } from "../layout/action-form.tsx";
import { EVENT_STATE_LABELS } from "../layout/badges.tsx";
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

export const Filters: FC<{ query: EventListQuery; attention: Attention }> = ({
  query,
  attention,
}) => {
  const types = new Set<string>(Object.keys(EVENT_VERSIONS));
  if (query.type !== null) types.add(query.type);
  const effects = new Set(EFFECT_NAMES);
  if (query.effect !== null) effects.add(query.effect);
  return (
    <div class="filters">
      <nav aria-label="State">
        {[null, ...EVENT_STATES].map((state) => (
          <a
            key={state ?? "all"}
            href={eventListUrl({ ...query, view: null, state, before: null })}
            aria-current={query.view === null && state === query.state ? "true" : undefined}
          >
            {state === null ? "All" : EVENT_STATE_LABELS[state]}
            {state === "failed" || state === "stuck" ? <Count of={attention[state]} /> : null}
          </a>
        ))}
        <a
          href={eventListUrl({ view: "refunds" })}
          aria-current={query.view === "refunds" ? "true" : undefined}
        >
          Refunds to decide
          <Count of={attention.refunds} />
        </a>
        <a
          href={eventListUrl({ view: "replayed" })}
          aria-current={query.view === "replayed" ? "true" : undefined}
        >
          Replayed
        </a>
        <a href={`${paths.content}#comments`}>
          Comments to answer
          <Count of={attention.comments} />
        </a>
      </nav>
      <form method="get" action={paths.events}>
        <HiddenFields
          of={{
            view: query.view,
            state: query.state,
            q: query.q,
            sender: query.sender,
            error: query.error,
          }}
        />
        <label>
          Type
          <select name="type">
            <option value="">Every type</option>
            {byLabel(types, eventLabel).map(([type, label]) => (
              <option key={type} value={type} selected={type === query.type}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label>
          Failed or waiting effect
          <select name="effect">
            <option value="">Every effect</option>
            {byLabel(effects, effectLabel).map(([effect, label]) => (
              <option key={effect} value={effect} selected={effect === query.effect}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label>
          From
          <input type="date" name="from" value={query.from ?? ""} />
        </label>
        <label>
          To
          <input type="date" name="to" value={query.to ?? ""} />
        </label>
        <button class="plain" type="submit">
          Apply
        </button>
      </form>
    </div>
  );
};

export const Count: FC<{ of: number }> = ({ of }) =>
  of === 0 ? null : (
    <span class="count figures">{of >= ATTENTION_MAX ? `${String(of - 1)}+` : String(of)}</span>
  );
