import { Guarded } from "../features/account/guarded.tsx";
import { Welcome } from "../features/account/welcome.tsx";
import type { Page } from "../lib/page.ts";
import accountStyles from "../styles/account.css?url";

export const page: Page = {
  title: "Your dashboard | Tidepost",
  description: "Your Tidepost subscription, orders and reports in one place.",
  noindex: true,
  stylesheet: accountStyles,
  Body: Dashboard,
};

function Dashboard() {
  return <Guarded title="Your dashboard">{(user) => <Welcome user={user} />}</Guarded>;
}
