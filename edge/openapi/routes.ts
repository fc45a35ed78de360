import type { EdgeConfig } from "../config.ts";
import { newRoutes } from "../http/env.ts";
import { pageHeaders } from "../http/response-headers.ts";
import { createDocument } from "./document.ts";
import { renderPage } from "./page.ts";
import { STYLE } from "./style.ts";

const CACHE_CONTROL = "public, max-age=3600";

/** `GET /openapi.json` and `GET /docs`: each is made once per isolate, by the first request for it. */
export function openApiRoutes({ API_URL }: Pick<EdgeConfig, "API_URL">) {
  let json: string | undefined;
  let page: ReturnType<typeof renderPage> | undefined;
  return newRoutes()
    .get("/openapi.json", (c) => {
      json ??= JSON.stringify(createDocument(API_URL));
      return c.body(json, 200, {
        "Content-Type": "application/json",
        "Cache-Control": CACHE_CONTROL,
        // Programs in browsers read it, too.
        "Access-Control-Allow-Origin": "*",
        "X-Content-Type-Options": "nosniff",
      });
    })
    .get("/docs", pageHeaders(STYLE), async (c) => {
      page ??= renderPage(createDocument(API_URL));
      return c.html(await page, 200, { "Cache-Control": CACHE_CONTROL });
    });
}
