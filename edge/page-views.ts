import { PageView } from "#contracts/api/page-views.ts";
import { addPageView } from "#db/page-views/add-page-view.ts";
import type { EdgeDeps } from "./deps.ts";
import { newRoutes } from "./http/env.ts";
import { validateJson } from "./http/json-body.ts";

const BODY_MAX_BYTES = 256;

/** `POST /functions/v1/page-views`: counts a page view after the response. Neither the visitor nor the address is stored or logged with it. */
export function pageViewRoutes(deps: EdgeDeps) {
  return newRoutes().post(
    "/",
    // A counter of its own: reading pages must not use up a visitor's payment requests.
    ...validateJson(deps.apiLimiter, BODY_MAX_BYTES, PageView, "pages "),
    (c) => {
      const day = deps.now().toISOString().slice(0, 10);
      c.executionCtx.waitUntil(
        addPageView(deps.db, c.req.valid("json"), day).catch(() =>
          c.var.log.warn("page_view_not_counted"),
        ),
      );
      return c.body(null, 204);
    },
  );
}
