import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { WIDTH_PX } from "./theme.ts";

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/**
 * Outlook on Windows renders with Word: it ignores `max-width`, and turns an unknown font into
 * Times. React cannot write conditional comments, so templates hold elements of these names.
 */
const OUTLOOK = {
  "outlook-head":
    "<!--[if mso]><style>body,table,td,h1,h2,p,a,span{font-family:Arial,sans-serif!important}</style><![endif]-->",
  "outlook-open": `<!--[if mso]><table role="presentation" align="center" width="${WIDTH_PX}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->`,
  "outlook-close": "<!--[if mso]></td></tr></table><![endif]-->",
} as const;

export type OutlookElement = keyof typeof OUTLOOK;

export function renderHtml(mail: ReactElement): string {
  // Text cannot hold these elements: React escapes `<`.
  const html = renderToStaticMarkup(mail).replace(
    /<(outlook-(?:head|open|close))><\/\1>/g,
    (_, name: OutlookElement) => OUTLOOK[name],
  );
  return DOCTYPE + html;
}
