import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { MEDIA_BYTES_MAX, MEDIA_TYPES } from "#contracts/content/media.ts";
import { type OpsDeps, type OpsMiddleware, type SentFile, signedInOf } from "../env.ts";
import { errorPage } from "../layout/error-page.tsx";
import { paths } from "../paths.ts";
import type { Sessions } from "./sessions.ts";

export const isRead = (c: Context) => c.req.method === "GET" || c.req.method === "HEAD";
const isQueueAsset = (c: Context) =>
  c.req.path.startsWith(`${paths.queues}/api/`) || c.req.path.startsWith(`${paths.queues}/static/`);

export const requireSession =
  (sessions: Sessions): OpsMiddleware =>
  async (c, next) => {
    const found = await sessions.read(c);
    if (found !== null) {
      const { session, role, codeAtMs } = found;
      const csrfToken = sessions.csrfToken(session);
      c.set("signedIn", { session, csrfToken, mayAct: role === "ops", codeAtMs });
      return next();
    }
    if (!isRead(c) || isQueueAsset(c)) {
      return errorPage(c, 401, "Signed out", "Your session has ended. Sign in and try again.");
    }
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(
      `${paths.signIn}?${String(new URLSearchParams({ next: pathname + search }))}`,
      303,
    );
  };

export const refuseChanges: OpsMiddleware = async (c, next) => {
  if (isRead(c)) return next();
  c.header("Allow", "GET, HEAD");
  return errorPage(
    c,
    405,
    "Read-only",
    `The queue pages are read-only: replay failed effects at ${paths.events}.`,
  );
};

/** Forms that change nothing: their text would be in the history of the browser otherwise. */
const LOOKUPS = new Set<string>([paths.signOut, paths.searchEvents, paths.searchCustomers]);

export const refuseViewers: OpsMiddleware = async (c, next) => {
  if (isRead(c) || signedInOf(c).mayAct || LOOKUPS.has(c.req.path)) return next();
  return errorPage(c, 403, "You can only look", "Ask a colleague who can make changes.");
};

const FORM_MAX_BYTES = 96 * 1_024;
// A month of posts: emoji take twelve bytes each in form encoding.
const MONTH_MAX_BYTES = 1_024 * 1_024;

/** Browsers send Origin with every request that can change something. */
export const requireSameOrigin =
  (deps: Pick<OpsDeps, "origin" | "log">): OpsMiddleware =>
  async (c, next) => {
    if (isRead(c)) return next();
    const site = c.req.header("sec-fetch-site");
    const isOwnForm =
      c.req.header("origin") === deps.origin && (site === undefined || site === "same-origin");
    if (isOwnForm) return next();
    deps.log.warn({ requestId: c.get("requestId"), path: c.req.path }, "ops_foreign_origin");
    return errorPage(
      c,
      403,
      "Request from another site",
      `Open the ops console at ${deps.origin} and try again from there.`,
    );
  };

const UPLOADS = [
  { path: /^\/ops\/content\/[^/]+\/(?:save|look|act|files)$/, maxBytes: MEDIA_BYTES_MAX },
  { path: /^\/ops\/team\/photo$/, maxBytes: MEDIA_TYPES["image/jpeg"].maxBytes },
];

/** @param isSignedIn operators send longer forms than visitors may */
export function readForm({ isSignedIn = false } = {}): OpsMiddleware {
  const limit = bodyLimit({
    maxSize: isSignedIn ? MONTH_MAX_BYTES : FORM_MAX_BYTES,
    onError: (c) => errorPage(c, 413, "Too long", "Shorten the text and try again."),
  });
  const uploads = UPLOADS.map(({ path, maxBytes }) => ({
    path,
    limit: bodyLimit({
      maxSize: maxBytes + FORM_MAX_BYTES,
      onError: (c) => errorPage(c, 413, "Too large", "Choose a smaller file."),
    }),
  }));
  return async function readForm(c, next) {
    if (isRead(c)) return next();
    const [type] = (c.req.header("content-type") ?? "").split(";");
    const kind = type?.trim().toLowerCase();
    const hasFile = isSignedIn && kind === "multipart/form-data";
    if (!hasFile && kind !== "application/x-www-form-urlencoded") {
      return errorPage(c, 415, "Unknown form", "Try again from a page of the ops console.");
    }
    const upload = uploads.find(({ path }) => path.test(c.req.path));
    return (upload?.limit ?? limit)(c, async () => {
      if (hasFile) {
        // Without its parts it has no CSRF token either.
        const parts = await c.req.formData().catch(() => new FormData());
        const texts = new URLSearchParams();
        const files: SentFile[] = [];
        for (const [field, part] of parts) {
          if (typeof part === "string") texts.append(field, part);
          else if (part.size > 0) {
            files.push({ field, name: part.name, bytes: new Uint8Array(await part.arrayBuffer()) });
          }
        }
        c.set("form", texts);
        c.set("files", files);
      } else {
        c.set("files", []);
        c.set("form", new URLSearchParams(await c.req.text()));
      }
      await next();
    });
  };
}

/** PostgreSQL cannot store NUL in text. */
export const rejectNulBytes: OpsMiddleware = async (c, next) => {
  const texts = isRead(c) ? [] : [...c.get("form").values()];
  if (!c.req.url.includes("%00") && !texts.some((text) => text.includes("\0"))) return next();
  return errorPage(c, 400, "Invalid text", "Type the text instead of pasting it.");
};

export const requireCsrfToken =
  (sessions: Sessions): OpsMiddleware =>
  async (c, next) => {
    if (isRead(c)) return next();
    const token = c.get("form").get("csrf");
    if (token != null && sessions.isCsrfToken(signedInOf(c).session, token)) {
      return next();
    }
    return errorPage(c, 403, "This page has expired", "Go back, reload the page and try again.");
  };
