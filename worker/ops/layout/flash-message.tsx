/** @jsxImportSource hono/jsx */
import type { Context } from "hono";
import type { FC } from "hono/jsx";
import type { OpsEnv } from "../env.ts";

/** The result of the previous page's action. The URL carries the key, never the text. */
export const FlashMessage: FC<{
  c: Context<OpsEnv>;
  texts: Readonly<Record<string, string>>;
}> = ({ c, texts }) => {
  const key = c.req.query("notice") ?? "";
  return Object.hasOwn(texts, key) ? <output class="notice">{texts[key]}</output> : null;
};
