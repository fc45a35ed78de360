import type { Page } from "playwright-core";

/** Does what the vendor's script does with our page: takes the queue over, adds a script, sets a cookie, reports. */
const PIXEL_DOUBLE = `
  window.pixelCalls = [];
  fbq.callMethod = (...call) => {
    pixelCalls.push(call);
    if (call[0] === "track") new Image().src = "https://www.facebook.com/tr/?ev=" + call[1];
  };
  for (const call of fbq.queue.splice(0)) fbq.callMethod(...call);
  document.cookie = "_fbp=fb.1.1596403881668.1116446470; path=/; max-age=7776000";
  const part = document.createElement("script");
  part.src = "https://connect.facebook.net/signals/config/100000000000001";
  document.head.append(part);
`;
const GIF = Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAA=", "base64");

/**
 * Answers in the place of other companies, whom no test asks for anything.
 *
 * @param ours origins that are part of the stack
 * @returns the requests to anybody else, in their order, growing
 */
export async function stubThirdParties(page: Page, ours: readonly string[]): Promise<string[]> {
  const strangers: string[] = [];
  await page.route(
    (url) => !ours.includes(url.origin),
    (route) => {
      const url = route.request().url();
      strangers.push(url);
      if (url.endsWith("/fbevents.js"))
        return route.fulfill({ contentType: "text/javascript", body: PIXEL_DOUBLE });
      if (url.startsWith("https://connect.facebook.net/"))
        return route.fulfill({ contentType: "text/javascript", body: "" });
      if (url.startsWith("https://www.facebook.com/"))
        return route.fulfill({ contentType: "image/gif", body: GIF });
      return route.fulfill({ contentType: "text/html", body: "<title>Calendar</title>" });
    },
  );
  return strangers;
}

/** What the pixel of the page that is shown was told, without its set-up. */
export async function pixelEvents(page: Page): Promise<unknown[][]> {
  return page.evaluate(() =>
    ((Reflect.get(window, "pixelCalls") ?? []) as unknown[][]).filter(([kind]) => kind === "track"),
  );
}
