import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import * as z from "zod";

/**
 * Reads a JSON body, whatever its content type.
 *
 * @param missing stands for a body that is no JSON
 * @throws {HTTPException} 400 with what the schema says
 */
export async function readJson<T extends z.ZodType>(
  c: Context,
  schema: T,
  missing: unknown = null,
): Promise<z.output<T>> {
  const parsed = schema.safeParse(await c.req.json().catch(() => missing));
  if (parsed.success) return parsed.data;
  const message = z.prettifyError(parsed.error);
  throw new HTTPException(400, { res: Response.json({ message }, { status: 400 }) });
}
