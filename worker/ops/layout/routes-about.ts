import type { JSX } from "hono/jsx/jsx-runtime";
import type { Db } from "#db/client.ts";
import { type EventRecord, findEventRecord } from "#db/ops/find-events.ts";
import { newRoutes, type OpsContext } from "../env.ts";
import { eventNotFound } from "./error-page.tsx";
import { NO_REASON, readReason, type ReasonInput } from "./forms.tsx";

type Answer = Response | Promise<Response>;
type AnswerAbout<Found> = (c: OpsContext, found: Found) => Answer;

/** Routes about what their path names, which answer 404 when there is no such thing. */
export class RoutesAbout<Found> {
  readonly #find: (c: OpsContext) => Promise<Found | null>;
  readonly #notFound: (c: OpsContext) => Answer;
  readonly routes = newRoutes();

  constructor(find: (c: OpsContext) => Promise<Found | null>, notFound: (c: OpsContext) => Answer) {
    this.#find = find;
    this.#notFound = notFound;
  }

  get(path: string, answer: AnswerAbout<Found>): this {
    this.routes.get(path, this.#about(answer));
    return this;
  }

  post(path: string, answer: AnswerAbout<Found>): this {
    this.routes.post(path, this.#about(answer));
    return this;
  }

  /** Asks for a reason, again until its form has a valid one; then acts. */
  confirm(
    path: string,
    ask: (c: OpsContext, found: Found, reason: ReasonInput) => JSX.Element,
    act: (c: OpsContext, found: Found, reason: string) => Answer,
  ): this {
    return this.get(path, (c, found) => c.render(ask(c, found, NO_REASON))).post(
      path,
      (c, found) => {
        const reason = readReason(c.get("form"));
        if (reason.value !== null) return act(c, found, reason.value);
        c.status(422);
        return c.render(ask(c, found, reason));
      },
    );
  }

  #about(answer: AnswerAbout<Found>) {
    return async (c: OpsContext): Promise<Response> => {
      const found = await this.#find(c);
      return found === null ? this.#notFound(c) : answer(c, found);
    };
  }
}

export const routesAboutEvent = (db: Db) =>
  new RoutesAbout<EventRecord>((c) => findEventRecord(db, c.req.param("id") ?? ""), eventNotFound);
