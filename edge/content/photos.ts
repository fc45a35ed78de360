import { Hono } from "hono";
import { isId } from "#contracts/ids.ts";
import { findPhoto } from "#db/content/find-photo.ts";
import type { EdgeDeps } from "../deps.ts";
import type { AppEnv } from "../http/env.ts";
import { notFoundError } from "../http/errors.ts";
import { rateLimit } from "../http/rate-limit.ts";

/** A photo never changes. After its removal no cache has it for longer. */
const CACHE_S = 86_400;

/** `/photos`: photos of account managers, for everybody who knows the id, as emails show them. */
export function photoRoutes({ db, apiLimiter }: EdgeDeps) {
  return new Hono<AppEnv>().get("/:id", rateLimit(apiLimiter), async (c) => {
    const id = c.req.param("id");
    const photo = isId("photo", id) ? await findPhoto(db, id) : null;
    if (photo === null) throw notFoundError();
    c.header("Cache-Control", `public, max-age=${CACHE_S}, immutable`);
    c.header("X-Robots-Tag", "noindex");
    return c.body(photo, 200, { "Content-Type": "image/jpeg" });
  });
}
