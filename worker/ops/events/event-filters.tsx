/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { EVENT_VERSIONS } from "#contracts/events/catalogue.ts";
import type { EventState } from "#db/ops/event-state.ts";
import type { Attention } from "#db/ops/get-overview.ts";
import { EFFECT_NAMES, effectLabel, eventLabel } from "../../event-labels.ts";
import { type EventListQuery, eventListUrl } from "../../ops-links.ts";
import { EVENT_STATE_LABELS } from "../layout/badges.tsx";
import { Filters, stateLinks } from "../layout/filters.tsx";
import { ActionForm } from "../layout/forms.tsx";
import { paths } from "../paths.ts";
import type { SearchInput } from "./list-query.ts";

export const Search: FC<{ query: EventListQuery; search: SearchInput }> = ({ query, search }) => (
  <search>
    {/* POST, so that a name or an email address stays out of browser histories. */}
    <ActionForm
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
  const { view, state, type, effect, q, sender, error } = query;
  const types = new Set<string>(Object.keys(EVENT_VERSIONS));
  if (type !== null) types.add(type);
  const effects = new Set(EFFECT_NAMES);
  if (effect !== null) effects.add(effect);
  const hrefOf = (to: EventState | null) =>
    eventListUrl({ ...query, view: null, state: to, before: null });
  const viewLink = (to: "refunds" | "replayed", label: string, count = 0) => ({
    label,
    href: eventListUrl({ view: to }),
    isCurrent: view === to,
    count,
  });
  const counts = new Map([
    [hrefOf("failed"), attention.failed],
    [hrefOf("stuck"), attention.stuck],
  ]);
  return (
    <Filters
      states={[
        ...stateLinks(EVENT_STATE_LABELS, state, hrefOf).map((link) => ({
          ...link,
          isCurrent: view === null && link.isCurrent,
          count: counts.get(link.href) ?? 0,
        })),
        viewLink("refunds", "Refunds to decide", attention.refunds),
        viewLink("replayed", "Replayed"),
        {
          label: "Comments to answer",
          href: `${paths.content}?who=all#comments`,
          isCurrent: false,
          count: attention.comments,
        },
      ]}
      action={paths.events}
      kept={{ view, state, q, sender, error }}
      fields={[
        {
          label: "Type",
          name: "type",
          value: type,
          options: [["", "Every type"], ...byLabel(types, eventLabel)],
        },
        {
          label: "Failed or waiting effect",
          name: "effect",
          value: effect,
          options: [["", "Every effect"], ...byLabel(effects, effectLabel)],
        },
        { label: "From", name: "from", value: query.from, type: "date" },
        { label: "To", name: "to", value: query.to, type: "date" },
      ]}
    />
  );
};
