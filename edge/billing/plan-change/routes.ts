import { Hono } from "hono";
import type { EdgeDeps } from "../../deps.ts";
import type { AppEnv } from "../../http/env.ts";
import { confirmRoutes } from "./confirm.ts";
import { previewRoutes } from "./preview.ts";
import { withdrawRoutes } from "./withdraw.ts";

export function planChangeRoutes(deps: EdgeDeps) {
  return new Hono<AppEnv>()
    .route("/", previewRoutes(deps))
    .route("/", confirmRoutes(deps))
    .route("/", withdrawRoutes(deps));
}
