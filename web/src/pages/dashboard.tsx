import { accountPage } from "../features/account/account-page.ts";
import { Guarded } from "../features/account/guarded.tsx";
import { Welcome } from "../features/account/welcome.tsx";
import type { Page } from "../lib/page.ts";

export const page: Page = {
  ...accountPage,
  title: "Your dashboard | Tidepost",
  description: "Your Tidepost subscription, orders and reports in one place.",
  Body: Dashboard,
};

function Dashboard() {
  return <Guarded title="Your dashboard">{(user) => <Welcome user={user} />}</Guarded>;
}
