/** @jsxImportSource hono/jsx */
import type { Context } from "hono";
import type { FC } from "hono/jsx";
import type { OpsEnv } from "../env.ts";

/** The URL carries the key, never the text. */
export const withFlash = (url: string, key: string): string =>
  `${url}${url.includes("?") ? "&" : "?"}notice=${key}`;

export const flashKeyOf = (c: Context<OpsEnv>): string | undefined => c.req.query("notice");

/** The result of the previous page's action. */
export const FlashMessage: FC<{
  c: Context<OpsEnv>;
  texts: Readonly<Record<string, string>>;
}> = ({ c, texts }) => {
  const key = flashKeyOf(c) ?? "";
  return Object.hasOwn(texts, key) ? <output class="notice">{texts[key]}</output> : null;
};
