import { createHash } from "node:crypto";
import { type MonthRow, parseMonth } from "#contracts/content/month.ts";
import { londonTime } from "#contracts/due-times.ts";
import { isId, makeId } from "#contracts/ids.ts";
import { isUuid } from "#contracts/uuid.ts";
import { createMediaAddress } from "#db/content/media/media-address.ts";
import { customerKeyOf } from "#db/content/post-owner.ts";
import { proposeDrafts, type SavedDraft, saveDrafts } from "#db/ops/change-drafts.ts";
import { type ContentCustomer, findContentCustomer } from "#db/ops/find-customers.ts";
import { listDrafts } from "#db/ops/find-drafts.ts";
import { listOperators } from "#db/ops/find-operators.ts";
import { type CustomerFile, listMaterialOfCustomer } from "#db/ops/list-material-of-customer.ts";
import { removeMediaOfTeam } from "#db/ops/team-media.ts";
import { newRoutes, type OpsContext, type OpsDeps, signedInOf } from "../env.ts";
import { errorPage } from "../layout/error-page.tsx";
import { withFlash } from "../layout/flash-message.tsx";
import { RoutesAbout } from "../layout/routes-about.ts";
import { paths } from "../paths.ts";
import { actPage, readAct, runAct } from "./act.tsx";
import { mayGoOver } from "./allowance.tsx";
import { calendarCsv, calendarIcs } from "./calendar-export.ts";
import { deskPage } from "./desk.tsx";
import { libraryPage } from "./library.tsx";
import { lookPage, type WhyNotProposed } from "./look.tsx";
import { checkRows, isComplete } from "./problems.ts";
import { mayBeProposedTo, newProposal } from "./propose.ts";
import { publishDay, publishDayPage } from "./publish-day.tsx";
import {
  addFile,
  libraryNames,
  readSeen,
  rowOfDraft,
  NO_CONTENT,
  saveSheet,
} from "./read-drafts.ts";
import { readMonth, readSheetData, sheetPage } from "./sheet.tsx";

export function contentRoutes(deps: OpsDeps) {
  const { db } = deps;
  const monthIn = (c: OpsContext) =>
    readMonth(
      c.req.query("month") ?? (c.req.method === "POST" ? c.get("form").get("month") : null),
      deps.now(),
    );

  /** Whatever the press is for, what was typed is saved first. */
  const savedFirst =
    (next: (c: OpsContext, customer: ContentCustomer) => string) =>
    async (c: OpsContext, customer: ContentCustomer) => {
      const operators = await listOperators(db);
      const operatorIds = operators.map(({ userId }) => userId);
      const { rows, isSaved } = await saveSheet(c, deps, customer, operatorIds);
      return isSaved
        ? c.redirect(next(c, customer), 303)
        : sheetPage(c, deps, customer, { month: monthIn(c), typed: rows });
    };

  /** The key is the id of a user, or of a free-trial enquiry. */
  const find = async (c: OpsContext) => {
    const key = c.req.param("key") ?? "";
    return isUuid(key) || isId("submission", key) ? findContentCustomer(db, key) : null;
  };
  const about = new RoutesAbout(find, customerNotFound)
    .get("/:key", (c, customer) => {
      const key = customerKeyOf(customer);
      // An old link to a trial that has become an account's.
      return c.req.param("key") === key
        ? sheetPage(c, deps, customer, { month: monthIn(c) })
        : c.redirect(withFlash(paths.sheet(key, monthIn(c)), "adopted"), 302);
    })
    .post(
      "/:key/save",
      savedFirst((c, customer) => {
        const back = c.get("form").get("back") ?? "";
        return isId("post", back)
          ? withFlash(paths.post(back), "saved")
          : withFlash(paths.sheet(customerKeyOf(customer), monthIn(c)), "saved");
      }),
    )
    .post(
      "/:key/look",
      savedFirst((c, customer) => {
        const form = c.get("form");
        const ids = form.has("back") ? form.getAll("draft") : ticked(form);
        return paths.look(customerKeyOf(customer), monthIn(c), ids);
      }),
    )
    .get("/:key/look", (c, customer) =>
      lookPage(c, deps, customer, { month: monthIn(c), ids: draftIds(c.req.queries("draft")) }),
    )
    .post(
      "/:key/act",
      savedFirst((c, customer) => {
        const form = c.get("form");
        const ticks = form.getAll("tick");
        return paths.act(customerKeyOf(customer), {
          act: form.get("act") ?? "",
          month: monthIn(c),
          ticks,
        });
      }),
    )
    .get("/:key/act", (c, customer) => {
      const act = readAct(c.req.query("act"));
      const ticks = c.req.queries("tick") ?? [];
      return act === null
        ? c.redirect(paths.sheet(customerKeyOf(customer), monthIn(c)), 303)
        : actPage(c, deps, customer, { act, month: monthIn(c), ticks });
    })
    .post("/:key/run", (c, customer) => {
      const act = readAct(c.get("form").get("act"));
      const ticks = c.get("form").getAll("tick");
      return act === null
        ? c.redirect(paths.sheet(customerKeyOf(customer), monthIn(c)), 303)
        : runAct(c, deps, customer, { act, month: monthIn(c), ticks });
    })
    .post("/:key/propose", async (c, customer) => {
      const form = c.get("form");
      const month = readMonth(form.get("month"), deps.now());
      const seen = readSeen(form, "draft");
      const ids = seen.map(({ id }) => id);
      const refuse = (why: WhyNotProposed) => lookPage(c, deps, customer, { month, ids }, why);
      const sheet = paths.sheet(customerKeyOf(customer), month);
      if (seen.length === 0) return c.redirect(withFlash(sheet, "nothing_to_do"), 303);
      if (!mayBeProposedTo(customer)) return refuse("no_subscription");
      const drafts = await listDrafts(db, customerKeyOf(customer), { ids });
      const data = await readSheetData(deps, customer, month);
      const { byRow, ticks } = checkRows(drafts.map(rowOfDraft), data);
      if (drafts.some(({ id }) => !isComplete(byRow.get(id)))) return refuse("errors");
      if (ticks.length > 0 && !mayGoOver(form)) return refuse("over");
      const event = newProposal(
        c,
        deps,
        customer,
        seen.map(({ id }) => {
          const draft = drafts.find((one) => one.id === id);
          return { postId: draft?.postId ?? id, version: (draft?.baseVersion ?? 0) + 1 };
        }),
      );
      const by = signedInOf(c).session.name;
      const outcome = await proposeDrafts(db, { drafts: seen, by, event });
      const count = seen.length;
      deps.log.info({ requestId: c.get("requestId"), count, outcome }, "ops_posts_proposed");
      if (outcome !== "done" && outcome !== "done_before") return refuse(outcome);
      return c.redirect(withFlash(sheet, outcome === "done" ? "proposed" : "nothing_to_do"), 303);
    })
    .post("/:key/paste", async (c, customer) => {
      const form = c.get("form");
      const text = (form.get("month") ?? "").replaceAll("\r\n", "\n");
      const shown = readMonth(form.get("on"), deps.now());
      const key = customerKeyOf(customer);
      const order = form.get("day_order") === "month_first" ? "month_first" : "day_first";
      const read = parseMonth(text, londonTime(deps.now().getTime()).day, order);
      if (typeof read === "string") {
        return sheetPage(c, deps, customer, { month: shown, paste: { text, error: read } });
      }
      const files = libraryNames(await listMaterialOfCustomer(db, key));
      const saved = await saveDrafts(db, {
        newBusinessId: deps.makeId("business"),
        owner: customer,
        drafts: read.rows.map((row) => draftOfRow(row, { key, files })),
        by: signedInOf(c).session.name,
        at: deps.now().toISOString(),
      });
      const months = read.rows.map(({ post }) => post.plannedOn.slice(0, 7)).filter(Boolean);
      const month = months.toSorted()[0] ?? shown;
      const leftOut = read.unread.length + read.titles.length > 0 ? "pasted_partly" : "pasted";
      const flash = saved.length === 0 ? "nothing_to_do" : leftOut;
      return c.redirect(withFlash(paths.sheet(key, month), flash), 303);
    })
    .get("/:key/files", (c, customer) => libraryPage(c, deps, customer))
    .post("/:key/files", async (c, customer) => {
      const isScript = c.req.header("accept") === "application/json";
      const [file, poster] = ["file", "poster"].map((name) =>
        c.get("files").find(({ field }) => field === name),
      );
      const key = customerKeyOf(customer);
      const outcome =
        file === undefined
          ? { error: "Choose a file." }
          : await addFile(c, deps, { customer, file, poster });
      if ("error" in outcome) {
        return isScript
          ? c.json(outcome, 422)
          : libraryPage(c, deps, customer, { error: outcome.error });
      }
      const address = createMediaAddress(deps.mediaKeys, deps.apiUrl, deps.now());
      return isScript
        ? c.json({ id: outcome.id, url: address(outcome.id, "thumb") })
        : c.redirect(withFlash(paths.library(key), "file_added"), 303);
    })
    .post("/:key/files/:media/remove", async (c, customer) => {
      const key = customerKeyOf(customer);
      const by = signedInOf(c).session.name;
      const outcome = await removeMediaOfTeam(db, {
        key,
        mediaId: c.req.param("media") ?? "",
        by,
      });
      return c.redirect(withFlash(paths.library(key), outcome), 303);
    })
    .get("/:key/calendar.csv", (c, customer) => calendarCsv(c, deps, customer, monthIn(c)))
    .get("/:key/calendar.ics", (c, customer) => calendarIcs(c, deps, customer, monthIn(c)));
  return newRoutes()
    .get("/", (c) => deskPage(c, deps))
    .get("/today", (c) => publishDayPage(c, deps))
    .post("/today", (c) => publishDay(c, deps))
    .route("/", about.routes);
}

const customerNotFound = (c: OpsContext) =>
  errorPage(c, 404, "Customer not found", "Only accounts and free trials can be sent posts.");

/** A row has one id, however often its month is pasted. What cannot be read is noted where somebody will see it. */
function draftOfRow(
  { row, post, more, error, notes }: MonthRow,
  { key, files }: { key: string; files: ReadonlyMap<string, CustomerFile> },
): SavedDraft {
  const bytes = createHash("sha256")
    .update(JSON.stringify([key, row, post]))
    .digest();
  const found = more.images.map((name) => ({ name, file: files.get(name) }));
  const missing = found.filter(({ file }) => file === undefined).map(({ name }) => name);
  const said = [
    ...(error === null ? [] : [error]),
    ...notes,
    ...(missing.length === 0 ? [] : [`Not among the files: ${missing.join(", ")}.`]),
  ];
  return {
    ...NO_CONTENT,
    ...post,
    texts: more.texts,
    firstComment: more.firstComment || null,
    media: found.flatMap(({ file }, index) => {
      const alt = more.alts[index] ?? "";
      return file?.sha256 == null ? [] : [{ mediaId: file.id, sha256: file.sha256, alt }];
    }),
    id: makeId("post", 0, bytes),
    revision: 0,
    base: null,
    note: said.length === 0 ? "" : `Row ${String(row)}: ${said.join(" ")}`,
  };
}

const ticked = (form: URLSearchParams) =>
  draftIds(form.getAll("tick").map((tick) => tick.split(":")[0] ?? ""));

const draftIds = (ids: readonly string[] = []) => ids.filter((id) => isId("post", id));
