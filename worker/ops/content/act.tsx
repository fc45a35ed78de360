/** @jsxImportSource hono/jsx */
import { createHash } from "node:crypto";
import { nthWeekdayIn } from "#contracts/content/planned-time.ts";
import { addDays } from "#contracts/durations.ts";
import { isId, makeId } from "#contracts/ids.ts";
import { ownerFactsOf } from "#db/content/post-owner.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import {
  deleteDrafts,
  markDraftsReady,
  type SavedDraft,
  saveDrafts,
} from "#db/ops/change-drafts.ts";
import { assignPost, withdrawPost } from "#db/ops/change-post.ts";
import type { ContentCustomer } from "#db/ops/find-customers.ts";
import { listDrafts } from "#db/ops/find-drafts.ts";
import { findPost } from "#db/ops/find-posts.ts";
import { type OpsContext, type OpsDeps, signedInOf } from "../env.ts";
import { withFlash } from "../layout/flash-message.tsx";
import { formatLondonDay } from "../layout/format-time.ts";
import { ActionForm } from "../layout/forms.tsx";
import { Page } from "../layout/page.tsx";
import { Table } from "../layout/table.tsx";
import { newOpsEvent } from "../new-ops-event.ts";
import { paths } from "../paths.ts";
import { excerptOf, stateOf } from "./post-view.tsx";
import { rowOfDraft, rowOfPost, type SheetRow } from "./read-drafts.ts";
import {
  ACTS,
  type ActName,
  CustomerLink,
  monthFrom,
  monthLabel,
  readSheetData,
  type SheetData,
} from "./sheet.tsx";

const SHIFTS: Readonly<Partial<Record<ActName, number>>> = {
  "day-later": 1,
  "week-later": 7,
  "day-earlier": -1,
  "week-earlier": -7,
};

type Act = { name: ActName; assigneeId: string | null };

export function readAct(text: string | null | undefined): Act | null {
  const [name = "", assigneeId = null] = (text ?? "").split(":");
  return Object.hasOwn(ACTS, name) ? { name: name as ActName, assigneeId } : null;
}

/** What would happen to one draft or post. */
type Step = {
  id: string;
  title: string;
  at: string;
  what: string;
  /** Null: it stays as it is, and `what` says why. */
  run: ((at: { by: string; at: string }) => Promise<boolean>) | null;
};

const dayLabel = (day: string) => (day === "" ? "no day" : formatLondonDay(`${day}T12:00:00Z`));

/** @param ticks drafts and posts as `id:number`; empty for all of the month */
async function stepsOf(
  c: OpsContext,
  deps: OpsDeps,
  data: SheetData,
  { act, month, ticks }: { act: Act; month: string; ticks: readonly string[] },
): Promise<Step[]> {
  const { db } = deps;
  const { customer, key, posts } = data;
  const from = act.name === "copy-here" ? monthFrom(month, -1) : month;
  const ids = ticks.map((tick) => tick.split(":")[0] ?? "").filter((id) => isId("post", id));
  const drafts = await listDrafts(db, key, ids.length === 0 ? { month: from } : { ids });
  const chosen = posts
    .filter((post) =>
      ids.length === 0 ? post.plannedOn.startsWith(from) : ids.some((id) => id === post.id),
    )
    .toReversed();
  const save = async (draft: SavedDraft, { by, at }: { by: string; at: string }) =>
    (
      await saveDrafts(db, {
        newBusinessId: deps.makeId("business"),
        owner: customer,
        drafts: [draft],
        by,
        at,
      })
    ).length > 0;

  const ofRow = (row: SheetRow): Omit<Step, "what" | "run"> => ({
    id: row.id,
    title: excerptOf(row.text),
    at: `${dayLabel(row.plannedOn)} ${row.plannedTime}`,
  });

  function copyOf(row: SheetRow): Step {
    const target = act.name === "copy-here" ? month : monthFrom(month, 1);
    const plannedOn = row.plannedOn === "" ? "" : nthWeekdayIn(target, row.plannedOn);
    // A draft or post has one copy id for a month, so that a second press changes nothing.
    const copy = { ...row, id: copyId(row, target), revision: 0, base: null, plannedOn };
    return { ...ofRow(row), what: `Copied to ${dayLabel(plannedOn)}`, run: (at) => save(copy, at) };
  }

  function stepOfDraft(row: SheetRow): Step {
    const seen = { id: row.id, revision: row.revision };
    const days = SHIFTS[act.name];
    if (days !== undefined) {
      if (row.plannedOn === "") return { ...ofRow(row), what: "Stays: it has no day", run: null };
      const plannedOn = addDays(row.plannedOn, days);
      return {
        ...ofRow(row),
        what: `Moved to ${dayLabel(plannedOn)}`,
        run: (at) => save({ ...row, plannedOn }, at),
      };
    }
    if (act.name === "ready") {
      const run = async ({ by, at }: { by: string; at: string }) =>
        (await markDraftsReady(db, { drafts: [seen], by, at })).length > 0;
      return row.readyBy === null
        ? { ...ofRow(row), what: "Marked as ready", run }
        : { ...ofRow(row), what: `Is ready already: ${row.readyBy}`, run: null };
    }
    if (act.name === "assign") {
      const { assigneeId } = act;
      return {
        ...ofRow(row),
        what: `${operatorName(data, assigneeId)} does it`,
        run: (at) => save({ ...row, assigneeId }, at),
      };
    }
    if (act.name === "remove") {
      const run = async ({ by }: { by: string }) =>
        (await deleteDrafts(db, { drafts: [seen], by })).length > 0;
      return { ...ofRow(row), what: "Draft deleted", run };
    }
    return copyOf(row);
  }

  function stepOfPost(post: PostRow): Step {
    const row = rowOfPost(deps.makeId("post"), { ...post, note: "", assigneeId: null });
    const step = { ...ofRow(row), id: post.id };
    const state = stateOf(post);
    const isOver = state === "published" || state === "withdrawn";
    const stays = (why: string): Step => ({ ...step, what: `Stays: ${why}`, run: null });
    if (act.name === "copy" || act.name === "copy-here") {
      return state === "withdrawn" ? stays("it was withdrawn") : { ...copyOf(row), id: post.id };
    }
    if (act.name === "assign") {
      const { assigneeId } = act;
      return {
        ...step,
        what: `${operatorName(data, assigneeId)} does it`,
        run: ({ by }) => assignPost(db, { postId: post.id, assigneeId, by }),
      };
    }
    if (act.name === "ready") return stays("it is proposed");
    if (isOver) return stays(`it is ${state}`);
    if (act.name === "remove") {
      const run = async () =>
        (await withdrawPost(db, {
          event: newOpsEvent(c, deps, "PostWithdrawn", {
            ...ownerFactsOf(post),
            postId: post.id,
            version: post.version,
          }),
        })) === "done";
      return { ...step, what: "Withdrawn: the customer no longer sees it", run };
    }
    const plannedOn = addDays(post.plannedOn, SHIFTS[act.name] ?? 0);
    const run = async (at: { by: string; at: string }) => {
      const own = await findPost(db, post.id);
      return own !== null && save({ ...rowOfPost(row.id, own), plannedOn }, at);
    };
    return {
      ...step,
      what: `A draft of version ${String(post.version + 1)} for ${dayLabel(plannedOn)}; the customer is asked once you propose it`,
      run,
    };
  }

  // A post whose change is drafted is moved and copied by its draft.
  const changed = new Set(drafts.map(({ postId }) => postId));
  const isByDraft = act.name !== "assign" && act.name !== "remove";
  return [
    ...drafts.map((draft) => stepOfDraft(rowOfDraft(draft))),
    ...chosen
      .filter(({ id }) => !isByDraft || !changed.has(id))
      .filter((post) => ids.length > 0 || act.name !== "remove" || stateOf(post) !== "withdrawn")
      .map(stepOfPost),
  ];
}

const operatorName = ({ operators }: SheetData, id: string | null) =>
  operators.find(({ userId }) => userId === id)?.name ?? "The account manager";

function copyId(row: SheetRow, month: string): string {
  const bytes = createHash("sha256")
    .update(`${row.base?.postId ?? row.id} ${month}`)
    .digest();
  return makeId("post", Date.parse(`${month}-01`), bytes);
}

/** Says what would happen, before it does. */
export async function actPage(
  c: OpsContext,
  deps: OpsDeps,
  customer: ContentCustomer,
  { act, month, ticks }: { act: Act; month: string; ticks: readonly string[] },
) {
  const data = await readSheetData(deps, customer, month);
  const steps = await stepsOf(c, deps, data, { act, month, ticks });
  const count = steps.filter(({ run }) => run !== null).length;
  const label =
    act.name === "assign" ? `Reassign to ${operatorName(data, act.assigneeId)}` : ACTS[act.name];
  return c.render(
    <Page
      title={label}
      current="content"
      kicker={<CustomerLink customer={customer} />}
      heading={`${label}?`}
    >
      {steps.length === 0 ? (
        <p>There is nothing in this month.</p>
      ) : (
        <Table caption={label} heads={["Planned", "Post", "What happens"]}>
          {steps.map(({ id, title, at, what, run }) => (
            <tr key={id}>
              <td class="when">{at}</td>
              <th scope="row">{title}</th>
              <td class={run === null ? "quiet" : undefined}>{what}</td>
            </tr>
          ))}
        </Table>
      )}
      <ActionForm
        class="stack"
        action={paths.runAct(data.key)}
        seen={{
          month,
          act: act.assigneeId === null ? act.name : `${act.name}:${act.assigneeId}`,
        }}
      >
        {ticks.map((tick) => (
          <input key={tick} type="hidden" name="tick" value={tick} />
        ))}
        <div class="actions">
          {count === 0 ? null : (
            <button type="submit" class={act.name === "remove" ? "danger" : undefined}>
              {`${label} (${String(count)})`}
            </button>
          )}
          <a class="button plain" href={paths.sheet(data.key, month)}>
            {`Back to ${monthLabel(month)}`}
          </a>
        </div>
      </ActionForm>
    </Page>,
  );
}

/** Does what the page said; what changed meanwhile stays as it is. */
export async function runAct(
  c: OpsContext,
  deps: OpsDeps,
  customer: ContentCustomer,
  chosen: { act: Act; month: string; ticks: readonly string[] },
): Promise<Response> {
  const data = await readSheetData(deps, customer, chosen.month);
  const steps = await stepsOf(c, deps, data, chosen);
  const by = { by: signedInOf(c).session.name, at: deps.now().toISOString() };
  let done = 0;
  let left = 0;
  for (const { run } of steps) {
    if (run === null) continue;
    if (await run(by)) done += 1;
    else left += 1;
  }
  const { act, month } = chosen;
  deps.log.info({ requestId: c.get("requestId"), act: act.name, done, left }, "ops_drafts_act");
  const flash = left === 0 ? "done" : done === 0 ? "nothing_to_do" : "partly";
  const target = act.name === "copy" ? monthFrom(month, 1) : month;
  return c.redirect(withFlash(paths.sheet(data.key, target), flash), 303);
}
