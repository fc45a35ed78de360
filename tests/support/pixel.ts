import type { Page } from "playwright-core";
import { CONSENT_KEY, POLICY_VERSION } from "../../web/src/features/consent/consent-record.ts";
import { storeInBrowser } from "./browser.ts";

/** Does as Meta's script: takes over the queue, adds a script, sets a cookie, sends events. */
const PIXEL_DOUBLE = `
  window.pixelCalls = [];
  fbq.callMethod = (...call) => {
    pixelCalls.push(call);
    if (call[0] === "track") new Image().src = "https://www.facebook.com/tr/?ev=" + call[1];
  };
  for (const call of fbq.queue.splice(0)) fbq.callMethod(...call);
  document.cookie = "_fbp=fb.1.1596403881668.1116446470; path=/; max-age=7776000";
  const script = document.createElement("script");
  script.src = "https://connect.facebook.net/signals/config/100000000000001";
  document.head.append(script);
`;
const GIF = Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAA=", "base64");

/**
 * Answers all third-party requests; no test reaches another company.
 *
 * @param ownOrigins origins of the stack
 * @returns the third-party requests in order, growing
 */
export async function stubThirdParties(
  page: Page,
  ownOrigins: readonly string[],
): Promise<string[]> {
  const requests: string[] = [];
  await page.route(
    (url) => !ownOrigins.includes(url.origin),
    (route) => {
      const url = route.request().url();
      requests.push(url);
      if (url.endsWith("/fbevents.js"))
        return route.fulfill({ contentType: "text/javascript", body: PIXEL_DOUBLE });
      if (url.startsWith("https://connect.facebook.net/"))
        return route.fulfill({ contentType: "text/javascript", body: "" });
      if (url.startsWith("https://www.facebook.com/"))
        return route.fulfill({ contentType: "image/gif", body: GIF });
      return route.fulfill({ contentType: "text/html", body: "<title>Calendar</title>" });
    },
  );
  return requests;
}

/** Stores the choice that the banner stores; `browser/consent.test.ts` clicks there. */
export async function storeConsent(page: Page): Promise<void> {
  await storeInBrowser(page, CONSENT_KEY, {
    choice: "accepted",
    policyVersion: POLICY_VERSION,
    decidedAt: new Date().toISOString(),
  });
}

export async function pixelEvents(page: Page): Promise<unknown[][]> {
  return page.evaluate(() =>
    ((Reflect.get(window, "pixelCalls") ?? []) as unknown[][]).filter(([kind]) => kind === "track"),
  );
}
