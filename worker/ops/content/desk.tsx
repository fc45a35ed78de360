/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { PLATFORMS } from "#contracts/content/brief-answers.ts";
import { counted } from "#contracts/counted.ts";
import { londonTime } from "#contracts/due-times.ts";
import { DAY_MS } from "#contracts/durations.ts";
import { createMediaAddress } from "#db/content/media/media-address.ts";
import { customerKeyOf } from "#db/content/post-owner.ts";
import { listOperators, type OperatorRow } from "#db/ops/find-operators.ts";
import {
  DESK_STATES,
  type DeskClient,
  type DeskState,
  listDesk,
  listDeskClients,
} from "#db/ops/find-posts.ts";
import { listUnansweredComments } from "#db/ops/list-unanswered-comments.ts";
import { displayName } from "../customers/redact.ts";
import { type OpsContext, type OpsDeps, signedInOf } from "../env.ts";
import { Filters, stateLinks } from "../layout/filters.tsx";
import { Page } from "../layout/page.tsx";
import { RowLink } from "../layout/table.tsx";
import { paths } from "../paths.ts";
import { UnansweredComments } from "./comments.tsx";
import { deskFilterOf, deskParams, type DeskQuery, deskUrl, readDeskQuery } from "./desk-query.ts";
import { PostTable } from "./post-view.tsx";
import { monthLabel } from "./sheet.tsx";

/** The desk leaves out older posts, unless a filter asks for them. */
const PAST_DAYS = 60;
const FIRST_ROWS = 20;
const PAGE_ROWS = 50;

const LABELS: Readonly<Record<DeskState, string>> = {
  stop: "To take out of schedulers",
  changes: "Changes requested",
  publish: "To publish",
  late: "No answer by its hour",
  waiting: "Waiting for customers",
};

export function sinceOf(now: Date): string {
  return new Date(now.getTime() - PAST_DAYS * DAY_MS).toISOString().slice(0, 10);
}

/** What an account manager has to do, of all customers. */
export async function deskPage(c: OpsContext, { db, now, mediaKeys, apiUrl }: OpsDeps) {
  const query = readDeskQuery((name) => c.req.query(name));
  const at = now();
  const filter = deskFilterOf(query, signedInOf(c).session.userId, sinceOf(at));
  const today = londonTime(at.getTime()).day;
  const address = createMediaAddress(mediaKeys, apiUrl, at);
  const states = query.state === null ? DESK_STATES : [query.state];
  const [lists, { clients, count }, unanswered, operators] = await Promise.all([
    Promise.all(
      states.map(async (state) => ({
        state,
        ...(await listDesk(
          db,
          { state, filter, now: at.toISOString() },
          {
            after: query.state === null ? null : query.after,
            limit: query.state === null ? FIRST_ROWS : PAGE_ROWS,
          },
        )),
      })),
    ),
    listDeskClients(db, filter, today),
    listUnansweredComments(db, filter, at.toISOString()),
    listOperators(db),
  ]);
  const shown = query.state === null ? lists.filter(({ count: all }) => all > 0) : lists;
  const quiet = [
    ...(query.state === null && unanswered.comments.length === 0 ? ["comments to answer"] : []),
    ...lists.flatMap(({ state }) =>
      shown.some((list) => list.state === state) ? [] : LABELS[state].toLowerCase(),
    ),
  ];
  return c.render(
    <Page
      title="Content"
      current="content"
      beside={
        <>
          <a class="button" href={paths.publishDay}>
            Publish today
          </a>
          <a href={paths.reports}>Reports to write</a>
        </>
      }
    >
      <DeskFilters query={query} operators={operators} />
      {query.state === null ? (
        <>
          <section>
            <h2>{`Clients (${String(count)})`}</h2>
            <Clients clients={clients} today={today} who={query.who} />
            {count > clients.length ? (
              <p class="notice">{`These are the first ${String(clients.length)}: search for the others by name.`}</p>
            ) : null}
          </section>
          {unanswered.comments.length === 0 ? null : <UnansweredComments {...unanswered} />}
        </>
      ) : null}
      {shown.map(({ state, posts, count: all, hasMore }) => {
        const last = posts.at(-1);
        const list = String(deskParams({ ...query, state, after: null }));
        return (
          <section key={state} id={state}>
            <h2>{`${LABELS[state]} (${String(all)})`}</h2>
            <PostTable
              posts={posts}
              now={at}
              address={address}
              query={`?${String(new URLSearchParams({ list }))}`}
            />
            <nav class="pages" aria-label={`Pages of ${LABELS[state].toLowerCase()}`}>
              {query.state === null ? (
                hasMore ? (
                  <a href={deskUrl({ ...query, state, after: null })}>{`All ${String(all)}`}</a>
                ) : null
              ) : (
                <>
                  <a href={deskUrl({ ...query, state: null, after: null })}>All states</a>
                  {query.after === null ? null : (
                    <a href={deskUrl({ ...query, after: null })}>First</a>
                  )}
                  {hasMore && last !== undefined ? (
                    <a rel="next" href={deskUrl({ ...query, after: last })}>
                      Next
                    </a>
                  ) : null}
                </>
              )}
            </nav>
          </section>
        );
      })}
      {quiet.length === 0 ? null : <p>{`Nothing under: ${quiet.join(", ")}.`}</p>}
      <p class="quiet">
        {query.from === null
          ? `Posts of more than ${String(PAST_DAYS)} days ago are listed once you choose a day from which. `
          : null}
        Customers without an account manager are on the <a href={paths.team}>team’s page</a>.
      </p>
    </Page>,
  );
}

const DeskFilters: FC<{ query: DeskQuery; operators: readonly OperatorRow[] }> = ({
  query,
  operators,
}) => (
  <Filters
    states={stateLinks(LABELS, query.state, (state) => deskUrl({ ...query, state, after: null }))}
    action={paths.content}
    kept={{ state: query.state }}
    fields={[
      {
        label: "Who",
        name: "who",
        value: query.who,
        options: [
          ["me", "Mine"],
          ["all", "Everybody’s"],
          ["nobody", "Nobody’s"],
          ...operators.map(({ userId, name }) => [userId, name] as const),
        ],
      },
      { label: "Client", name: "client", value: query.client },
      {
        label: "Platform",
        name: "platform",
        value: query.platform,
        options: [["", "Every one"], ...Object.entries(PLATFORMS)],
      },
      { label: "From", name: "from", value: query.from, type: "date" },
      { label: "To", name: "until", value: query.until, type: "date" },
      { label: "Words", name: "q", value: query.q },
    ]}
  />
);

const Clients: FC<{ clients: readonly DeskClient[]; today: string; who: string }> = ({
  clients,
  today,
  who,
}) =>
  clients.length === 0 ? (
    <p>
      {"None. "}
      {who === "me" ? <a href={`${paths.content}?who=all`}>Everybody’s clients</a> : null}
    </p>
  ) : (
    <ul class="clients">
      {clients.map((client) => {
        const key = customerKeyOf(client);
        const name = displayName(client);
        return (
          <li key={key}>
            <RowLink href={paths.customerContent(key)} id={key}>
              {name}
            </RowLink>
            <span class="quiet">
              {client.planned === 0 ? "nothing planned" : `${String(client.planned)} planned`}
              {client.drafts.map(({ month, count, ready }) => (
                <span key={month ?? ""}>
                  {" · "}
                  <RowLink href={paths.sheet(key, month ?? today.slice(0, 7))} of={name} id={key}>
                    {`${counted(count, "draft")} ${month === null ? "without a day" : `for ${monthLabel(month)}`}`}
                  </RowLink>
                  {ready === 0 ? null : `, ${String(ready)} ready`}
                </span>
              ))}
            </span>
          </li>
        );
      })}
    </ul>
  );
