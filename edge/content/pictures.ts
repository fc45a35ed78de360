import { isId } from "#contracts/ids.ts";
import { contentTokenHash, createContentLinks } from "#db/content/content-link.ts";
import { isLinkAlive } from "#db/content/find-approval-links.ts";
import { findPhoto } from "#db/content/find-photo.ts";
import type { EdgeDeps } from "../deps.ts";
import { newRoutes } from "../http/env.ts";
import { notFoundError } from "../http/errors.ts";
import { rateLimit } from "../http/rate-limit.ts";
import { readFile } from "./objects.ts";

/** A picture never changes. After its removal, or the end of its link, no cache has it for longer. */
const CACHE_S = 86_400;

/** `/photos`: photos of account managers, for everybody who knows the id, as emails show them. */
export function photoRoutes({ db, apiLimiter }: EdgeDeps) {
  return newRoutes().get("/:id", rateLimit(apiLimiter), async (c) => {
    const id = c.req.param("id");
    const photo = isId("photo", id) ? await findPhoto(db, id) : null;
    if (photo === null) throw notFoundError();
    c.header("Cache-Control", `public, max-age=${CACHE_S}, immutable`);
    c.header("X-Robots-Tag", "noindex");
    return c.body(photo, 200, { "Content-Type": "image/jpeg" });
  });
}

/** `/mail-pictures`: pictures of posts in emails that ask for a decision or bring a report. They live as long as the link, and decide nothing. */
export function mailPictureRoutes({ db, apiLimiter, bucket, config, now }: EdgeDeps) {
  const links = createContentLinks(config.AUTH_CODE_SECRET);
  return newRoutes().get("/:link/:id/:key", rateLimit(apiLimiter), async (c) => {
    const { link: linkId, id: mediaId, key } = c.req.param();
    const isGranted =
      (isId("approvalLink", linkId) || isId("report", linkId)) &&
      isId("media", mediaId) &&
      // Hashes are compared, so that the time tells nothing.
      contentTokenHash(key) === contentTokenHash(links.token("picture", linkId, mediaId)) &&
      (await isLinkAlive(db, { id: linkId, at: now().toISOString() }));
    if (!isGranted) throw notFoundError();
    const object = await readFile(bucket, mediaId, "mail");
    if (object === null) throw notFoundError();
    c.header("Cache-Control", `private, max-age=${CACHE_S}, immutable`);
    c.header("Content-Type", object.httpMetadata?.contentType ?? "image/jpeg");
    c.header("Cross-Origin-Resource-Policy", "cross-origin");
    c.header("X-Robots-Tag", "noindex");
    return c.body(object.body);
  });
}
