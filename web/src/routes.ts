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
  paths.home,
  paths.services,
  paths.pricing,
  paths.scheduleDemo,
  paths.callBooked,
  paths.portfolio,
  paths.results,
  paths.postExamples,
  paths.paidAds,
  paths.nightlife,
  paths.fbAd,
  paths.contact,
  paths.freeTrial,
  paths.trialWelcome,
  paths.privacyPolicy,
  paths.termsOfService,
  paths.cookiePolicy,
  paths.checkout,
  paths.postCall,
  paths.checkoutCancel,
  paths.checkoutSuccess,
  paths.thankYou,
  paths.checkoutSuccessDemo,
  paths.dashboardDemo,
  paths.login,
  paths.signup,
  paths.auth,
  paths.forgotPassword,
  paths.confirm,
  paths.dashboard,
  paths.changePlan,
  paths.cancelSubscription,
  paths.retentionOffer,
  paths.subscriptionCancelled,
  paths.accountSecurity,
  paths.logout,
  paths.styleguide,
].map((path) => ({ path, file: fileOf(path) }));

export const notFoundRoute: Route = { path: null, file: "not-found" };

/** A page's file has the name of its address. Visitors download this table, so it says nothing twice. */
function fileOf(path: string): string {
  return path.slice(1).replaceAll("/", "-") || "home";
}

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
 * Fetches a route's chunk, and its stylesheet where it has one, once.
 *
 * @throws when the chunk cannot be fetched, for example offline or after a new deployment
 */
export async function loadPage(route: Route): Promise<Page> {
  const known = loaded.get(route);
  if (known !== undefined) return known;
  const load = files[`./pages/${route.file}.tsx`];
  if (load === undefined) throw new Error(`There is no page file named ${route.file}.`);
  const { page } = await load();
  await page.ready?.();
  loaded.set(route, page);
  return page;
}
