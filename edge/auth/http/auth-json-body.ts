import type { Context } from "hono";
import * as z from "zod";
import { withoutInvisible } from "#contracts/invisible.ts";
import { hasSolvedCaptcha } from "../../http/captcha.ts";
import type { AppContext } from "../../http/env.ts";
import type { AuthDeps } from "../deps.ts";
import { EVERYBODY } from "../limits/send-budget.ts";
import { AuthError } from "./auth-errors.ts";

const BODY_MAX_BYTES = 1_024 * 1_024;

// Our bodies nest a few levels; PostgreSQL's limit is far higher.
const DEPTH_MAX = 64;

/** Clients send it with every public request. */
export const metaFields = {
  gotrue_meta_security: z.optional(
    z.looseObject({ captcha_token: z.optional(z.nullable(z.string())) }),
  ),
};

/** @throws {AuthError} `captcha_failed` */
export async function requireSolvedCaptcha(
  c: AppContext,
  { captcha }: AuthDeps,
  { gotrue_meta_security: meta }: z.infer<z.ZodObject<typeof metaFields>>,
): Promise<void> {
  const token = meta?.captcha_token ?? "";
  if (captcha === null || (await hasSolvedCaptcha(c, captcha, "account", token))) return;
  throw new AuthError("captcha_failed", "captcha protection: request disallowed");
}

/**
 * Requires a captcha once half of the hour's mails were asked for, before strangers have spent them.
 *
 * @throws {AuthError} `captcha_failed`
 */
export async function requireCaptchaOfMany(
  c: AppContext,
  deps: AuthDeps,
  body: z.infer<z.ZodObject<typeof metaFields>>,
): Promise<void> {
  if (deps.captcha === null || (await deps.limits.take("send_captcha", EVERYBODY)).allowed) return;
  await requireSolvedCaptcha(c, deps, body);
}

/**
 * Ignores unknown fields; `null` counts as absent.
 *
 * @throws {AuthError} `request_entity_too_large` past 1 MiB, `bad_json` for invalid JSON, wrong
 * types, or text that the database cannot store
 */
export async function readJson<S extends z.ZodType>(c: Context, schema: S): Promise<z.infer<S>> {
  return readAs(schema, await readText(c.req.raw));
}

/** Does what {@link readJson} does where clients may send no body. */
export async function readOptionalJson<S extends z.ZodType>(
  c: Context,
  schema: S,
): Promise<z.infer<S>> {
  return readAs(schema, (await readText(c.req.raw)) || "{}");
}

function readAs<S extends z.ZodType>(schema: S, text: string): z.infer<S> {
  const parsed = schema.safeParse(withoutNulls(withVisibleNames(parse(text))));
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => issue.path.map(String).join(".") || "body");
  throw badJsonError(`unexpected type of ${[...new Set(fields)].join(", ")}`);
}

/** @throws {AuthError} `request_entity_too_large` past 1 MiB */
export async function readText(request: Request): Promise<string> {
  if (request.body === null) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Bytes are counted on arrival: Content-Length may be wrong.
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > BODY_MAX_BYTES) {
      throw new AuthError("request_entity_too_large", "Request body is too large");
    }
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function parse(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw badJsonError("not JSON", cause);
  }
  if (!isStorable(value, 0)) throw badJsonError("text or nesting that cannot be stored");
  return value;
}

/** Names, which mails and the ops console show. All other metadata is stored as sent. */
const NAMES: ReadonlySet<string> = new Set(["friendly_name", "first_name", "last_name"]);
const METADATA: ReadonlySet<string> = new Set(["data", "user_metadata"]);

function withVisibleNames(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([field, value]: [string, unknown]) => {
      if (METADATA.has(field)) return [field, withVisibleNames(value)];
      return [
        field,
        NAMES.has(field) && typeof value === "string" ? withoutInvisible(value) : value,
      ];
    }),
  );
}

/** PostgreSQL rejects NUL and half a surrogate pair. */
function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === "string") return isStorableText(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth >= DEPTH_MAX) return false;
  return Object.entries(value).every(
    ([name, item]) => isStorableText(name) && isStorable(item, depth + 1),
  );
}

function isStorableText(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

function withoutNulls(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null));
}

function badJsonError(reason: string, cause?: unknown): AuthError {
  return new AuthError("bad_json", `Could not parse request body as JSON: ${reason}`, { cause });
}
