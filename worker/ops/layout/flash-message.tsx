/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import type { OpsContext } from "../env.ts";

/** The URL carries the key, never the text. */
export const withFlash = (url: string, key: string): string =>
  `${url}${url.includes("?") ? "&" : "?"}notice=${key}`;

export const flashKeyOf = (c: OpsContext): string | undefined => c.req.query("notice");

/** The result of the previous page's action. */
export const FlashMessage: FC<{
  c: OpsContext;
  texts: Readonly<Record<string, string>>;
}> = ({ c, texts }) => {
  const key = flashKeyOf(c) ?? "";
  return Object.hasOwn(texts, key) ? <output class="notice">{texts[key]}</output> : null;
};
