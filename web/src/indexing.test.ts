import { expect, test } from "vitest";
import "./page-files.ts";
import { paths } from "./paths.ts";
import { loadPage, routes } from "./routes.ts";

const NOT_TO_BE_FOUND: ReadonlySet<string> = new Set([
  paths.login,
  paths.signup,
  paths.auth,
  paths.forgotPassword,
  paths.confirm,
  paths.accountSecurity,
  paths.checkoutSuccess,
  paths.checkoutSuccessDemo,
  paths.checkoutCancel,
  paths.cancelSubscription,
  paths.retentionOffer,
  paths.subscriptionCancelled,
  paths.pay,
  paths.dashboard,
  paths.dashboardDemo,
  paths.thankYou,
  paths.callBooked,
  paths.trialWelcome,
  paths.logout,
]);

test.each(routes.filter(({ path }) => path !== null && NOT_TO_BE_FOUND.has(path)))(
  "$path: noindex",
  async (route) => {
    expect((await loadPage(route)).noindex).toBe(true);
  },
);
