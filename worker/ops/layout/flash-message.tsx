/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { type OpsContext, useOpsContext } from "../env.ts";

/** The URL carries the key, never the text. */
export const withFlash = (url: string, key: string): string =>
  `${url}${url.includes("?") ? "&" : "?"}notice=${key}`;

export const flashKeyOf = (c: OpsContext): string | undefined => c.req.query("notice");

/** The result of the previous page's action. */
export const FlashMessage: FC<{ texts: Readonly<Record<string, string>> }> = ({ texts }) => {
  const key = flashKeyOf(useOpsContext()) ?? "";
  return Object.hasOwn(texts, key) ? <output class="notice">{texts[key]}</output> : null;
};
