import { listUndeliverableAddresses } from "#db/emails/find-undeliverable.ts";
import { toDomainShape } from "#db/events/stored-event.ts";
import { allowAddress } from "#db/ops/allow-address.ts";
import { type CustomerHistory, findCustomerHistory } from "#db/ops/find-customer-history.ts";
import { searchCustomers } from "#db/ops/find-customers.ts";
import { findEventRecord } from "#db/ops/find-events.ts";
import { findAccountManager } from "#db/ops/find-operators.ts";
import { listSecondSteps } from "#db/ops/list-second-steps.ts";
import { recordReveal } from "#db/ops/record-actions.ts";
import { newRoutes, type OpsContext, type OpsDeps, signedInOf } from "../env.ts";
import { skipReason } from "../events/event-effects.tsx";
import { isPersonalData } from "../events/list-query.ts";
import { errorPage, eventNotFound } from "../layout/error-page.tsx";
import { NO_REASON, readReason } from "../layout/forms.tsx";
import { RoutesAbout } from "../layout/routes-about.ts";
import { paths } from "../paths.ts";
import { decryptText, encryptText } from "../session/encrypted-param.ts";
import type { Sessions } from "../session/sessions.ts";
import { customerListPage } from "./customer-list.tsx";
import { customerSearchPage, findPageOfId } from "./customer-search.tsx";
import { customerPage } from "./customer.tsx";
import { mailCopyPage } from "./mail-copy.tsx";
import { isRevealed, permitReveal } from "./reveal.ts";
import { resumeEmailsPage, type Undeliverable } from "./undeliverable.tsx";

export function customerRoutes(deps: OpsDeps, sessions: Sessions) {
  const searchKey = (c: OpsContext) => sessions.encryptionKey(signedInOf(c).session, "search");

  async function managerNameOf({ person }: CustomerHistory): Promise<string | null> {
    if (person.userId === null) return null;
    return (await findAccountManager(deps.db, person.userId))?.name ?? null;
  }

  async function undeliverableOf(record: CustomerHistory): Promise<Undeliverable[]> {
    const emails = [...new Set([record.person.email, ...record.invoiceEmails])].flatMap((email) =>
      email === null ? [] : [{ email, hash: deps.addressHash.of(email) }],
    );
    const hashes = emails.map(({ hash }) => hash);
    const known = await listUndeliverableAddresses(deps.db, hashes);
    return emails.flatMap(({ email, hash }) => {
      const mark = known.find(({ id }) => id === hash);
      return mark === undefined ? [] : [{ email, hash, reason: mark.reason, since: mark.since }];
    });
  }

  async function viewOf(record: CustomerHistory) {
    const { userId } = record.person;
    const [managerName, undeliverable, secondSteps] = await Promise.all([
      managerNameOf(record),
      undeliverableOf(record),
      userId === null ? [] : listSecondSteps(deps.db, userId),
    ]);
    return { managerName, undeliverable, secondSteps, now: deps.now() };
  }

  async function showFound(c: OpsContext, text: string) {
    const results = await searchCustomers(deps.db, text);
    const [result] = results;
    if (result !== undefined && results.length === 1) {
      return c.redirect(paths.customer(result.key), 303);
    }
    const url = results.length > 0 ? null : await findPageOfId(deps, text.trim());
    return url === null ? customerSearchPage(c, { results }) : c.redirect(url, 303);
  }

  const find = (c: OpsContext) => findCustomerHistory(deps.db, c.req.param("key") ?? "");
  const about = new RoutesAbout(find, customerNotFound)
    .post("/:key/reveal", async (c, record) => {
      const { key = "" } = c.req.param();
      const reason = readReason(c.get("form"));
      if (reason.value === null) {
        const view = { ...(await viewOf(record)), isRevealed: false, reason };
        return customerPage(c, key, record, view, 422);
      }
      await recordReveal(deps.db, {
        key,
        requestedBy: signedInOf(c).session.name,
        reason: reason.value,
      });
      deps.log.info({ requestId: c.get("requestId"), key }, "ops_reveal");
      const from = c.get("form").get("event");
      const enquiryIds = record.events.flatMap(({ aggregateType, aggregateId }) =>
        aggregateType === "form_submission" ? aggregateId : [],
      );
      const keys = [...new Set([key, ...enquiryIds])];
      await permitReveal(c, sessions, { keys, now: deps.now() });
      return c.redirect(from === null ? paths.customer(key) : paths.event(from), 303);
    })
    .confirm("/:key/resume-emails", resumeEmailsPage, async (c, record, reason) => {
      const { key = "" } = c.req.param();
      const requestedBy = signedInOf(c).session.name;
      for (const { hash } of await undeliverableOf(record)) {
        const at = deps.now().toISOString();
        await allowAddress(deps.db, { hash, at, key, requestedBy, reason });
      }
      return c.redirect(paths.customer(key), 303);
    });

  return newRoutes()
    .get("/", async (c) => {
      const { q, search } = c.req.query();
      if (search !== undefined) {
        const text = await decryptText(searchKey(c), search);
        return text === null
          ? customerSearchPage(c, { note: "other_session" })
          : showFound(c, text);
      }
      if (q === undefined || q.trim() === "") return customerListPage(c, deps);
      return isPersonalData(q.trim())
        ? customerSearchPage(c, { text: q, note: "personal_data" })
        : showFound(c, q);
    })
    .post("/find", async (c) => {
      const search = await encryptText(searchKey(c), c.get("form").get("q") ?? "");
      return c.redirect(`${paths.customers}?search=${search}`, 303);
    })
    .get("/:key", async (c) => {
      const key = c.req.param("key");
      const record = await findCustomerHistory(deps.db, key);
      if (record !== null) {
        return customerPage(c, key, record, {
          ...(await viewOf(record)),
          isRevealed: isRevealed(c, key),
          reason: NO_REASON,
        });
      }
      const url = await findPageOfId(deps, key);
      return url === null ? customerNotFound(c) : c.redirect(url, 303);
    })
    .get("/:key/mails/:event/:effect", async (c) => {
      const { key, event: id, effect } = c.req.param();
      if (!isRevealed(c, key)) return c.redirect(paths.customer(key), 303);
      const [customer, record] = await Promise.all([
        findCustomerHistory(deps.db, key),
        findEventRecord(deps.db, id),
      ]);
      // Only emails from this customer's page: the permission covers one customer.
      const isOfCustomer = customer?.events.some((event) => event.id === id) === true;
      if (record === null || !isOfCustomer) return eventNotFound(c);
      const skipped = skipReason(record, effect);
      if (skipped !== null) {
        return errorPage(c, 404, "Email not found", `It was not sent: ${skipped}.`);
      }
      const mail = await deps.renderMailCopy(toDomainShape(record.event), effect);
      if (mail === null) {
        return errorPage(c, 404, "Email not found", "This email cannot be shown.");
      }
      return mailCopyPage(c, mail, paths.customer(key));
    })
    .route("/", about.routes);
}

const customerNotFound = (c: OpsContext) =>
  errorPage(
    c,
    404,
    "Customer not found",
    "The account may have been erased, or the id is incomplete.",
  );
