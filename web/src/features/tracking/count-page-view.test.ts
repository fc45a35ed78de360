import { afterEach, expect, test, vi } from "vitest";
import { countPageView } from "./count-page-view.ts";

const SITE = "https://tidepost.example";

afterEach(() => vi.unstubAllGlobals());

/** @returns the bodies that a browser sends for its first page */
function sentBy({ navigator = {}, referrer = "" }: { navigator?: object; referrer?: string }) {
  const sent: unknown[] = [];
  vi.stubGlobal("navigator", navigator);
  vi.stubGlobal("window", { location: { origin: SITE } });
  vi.stubGlobal("document", {
    referrer,
    querySelector: () => ({ content: "https://api.tidepost.example" }),
  });
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return Promise.resolve(new Response());
  });
  countPageView("/accessibility", true);
  return sent;
}

test.for([
  ["globalPrivacyControl", { globalPrivacyControl: true }],
  ["doNotTrack", { doNotTrack: "1" }],
] as const)("browser with %s: sends no page view", ([, navigator]) => {
  expect(sentBy({ navigator })).toEqual([]);
});

test.for([
  ["from another site", "https://search.example/", true],
  ["from nowhere", "", true],
  ["from a page of the site", `${SITE}/pricing`, false],
] as const)(
  "browser that comes %s: sends the path, and whether it is a visit",
  ([, referrer, isVisit]) => {
    expect(sentBy({ referrer })).toEqual([{ path: "/accessibility", isVisit }]);
  },
);
