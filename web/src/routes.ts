import type { Page } from "./lib/page.ts";
import { paths } from "./paths.ts";

export type Route = {
  /** Address, or null for the page that answers for every unknown address. */
  readonly path: string | null;
  /** Name of the file in `pages/`, without its extension. */
  readonly file: string;
};

/** The route table. Each page is a chunk of its own; the build prerenders every row. */
export const routes: readonly Route[] = [
  { path: paths.home, file: "home" },
  { path: paths.services, file: "services" },
  { path: paths.pricing, file: "pricing" },
  { path: paths.scheduleDemo, file: "schedule-demo" },
  { path: paths.callBooked, file: "call-booked" },
  { path: paths.portfolio, file: "portfolio" },
  { path: paths.results, file: "results" },
  { path: paths.postExamples, file: "post-examples" },
  { path: paths.paidAds, file: "paid-ads" },
  { path: paths.nightlife, file: "nightlife" },
  { path: paths.fbAd, file: "fb-ad" },
  { path: paths.contact, file: "contact" },
  { path: paths.freeTrial, file: "free-trial" },
  { path: paths.trialWelcome, file: "trial-welcome" },
  { path: paths.privacyPolicy, file: "privacy-policy" },
  { path: paths.termsOfService, file: "terms-of-service" },
  { path: paths.cookiePolicy, file: "cookie-policy" },
  { path: paths.thankYou, file: "thank-you" },
  { path: paths.checkoutSuccessDemo, file: "checkout-success-demo" },
  { path: paths.dashboardDemo, file: "dashboard-demo" },
  { path: paths.logout, file: "netlify-logout" },
  { path: paths.styleguide, file: "styleguide" },
];

export const notFoundRoute: Route = { path: null, file: "not-found" };

const files = import.meta.glob<{ page: Page }>("./pages/*.tsx");
const loaded = new Map<Route, Page>();

/** The route of an address. A slash at the end makes no difference. */
export function findRoute(path: string): Route {
  const bare = path.length > 1 ? path.replace(/\/+$/, "") : path;
  return routes.find((route) => route.path === bare) ?? notFoundRoute;
}

/** The page of a route if its chunk is here already. */
export function loadedPage(route: Route): Page | undefined {
  return loaded.get(route);
}

/**
 * Fetches a route's chunk, once.
 *
 * @throws when the chunk cannot be fetched, for example offline or after a new deployment
 */
export async function loadPage(route: Route): Promise<Page> {
  const known = loaded.get(route);
  if (known !== undefined) return known;
  const load = files[`./pages/${route.file}.tsx`];
  if (load === undefined) throw new Error(`There is no page file named ${route.file}.`);
  const { page } = await load();
  loaded.set(route, page);
  return page;
}
