import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { WIDTH_PX } from "./theme.ts";

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/**
 * What only Outlook on Windows reads. It renders with Word: it ignores `max-width`, and a font that it does
 * not know becomes Times. React cannot write comments, so templates hold elements of these names.
 */
const OUTLOOK = {
  "outlook-head":
    "<!--[if mso]><style>body,table,td,h1,h2,p,a,span{font-family:Arial,sans-serif!important}</style><![endif]-->",
  "outlook-open": `<!--[if mso]><table role="presentation" align="center" width="${WIDTH_PX}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->`,
  "outlook-close": "<!--[if mso]></td></tr></table><![endif]-->",
} as const;

export type OutlookElement = keyof typeof OUTLOOK;

/** Renders a mail to a whole HTML document. */
export function renderHtml(mail: ReactElement): string {
  // Text cannot hold these elements: React has written its `<` as `&lt;`.
  const html = renderToStaticMarkup(mail).replace(
    /<(outlook-(?:head|open|close))><\/\1>/g,
    (_, name: OutlookElement) => OUTLOOK[name],
  );
  return DOCTYPE + html;
}
