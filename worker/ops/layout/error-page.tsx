/** @jsxImportSource hono/jsx */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { describeError, framesOf } from "../../describe-error.ts";
import type { OpsContext, OpsDeps } from "../env.ts";
import { paths } from "../paths.ts";
import { Page } from "./page.tsx";

/** @param text never an error's message or request data */
export function errorPage(
  c: OpsContext,
  status: ContentfulStatusCode,
  heading: string,
  text: string,
): Response | Promise<Response> {
  const requestId = c.get("requestId");
  if (c.req.path.startsWith(`${paths.queues}/api/`)) {
    return c.json({ error: heading, message: text, requestId }, status);
  }
  c.status(status);
  return c.render(
    <Page
      narrow
      title={heading}
      current={null}
      kicker={<span class="figures">{String(status)}</span>}
    >
      <p class="lead">{text}</p>
      <p>
        <a class="button" href={paths.overview}>
          Overview
        </a>
      </p>
      <p class="quiet">
        Reference <code>{requestId}</code>
      </p>
    </Page>,
  );
}

export const eventNotFound = (c: OpsContext) =>
  errorPage(c, 404, "Event not found", "It may have been archived, or the id is incomplete.");

export function handleError(log: OpsDeps["log"]) {
  return function handleError(error: Error, c: OpsContext): Response | Promise<Response> {
    log.error(
      {
        requestId: c.get("requestId"),
        path: c.req.path,
        // The driver's message is in `cause`; the outer message quotes the statement.
        error: describeError(error.cause ?? error),
        stack: framesOf(error),
      },
      "ops_failed",
    );
    return errorPage(
      c,
      500,
      "Something went wrong",
      "Try again. The worker’s log has the cause under the reference below. The audit log lists what was changed.",
    );
  };
}
