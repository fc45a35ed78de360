import { Guarded } from "../features/account/components/guarded.tsx";
import { CALENDAR_TITLE, CalendarPage } from "../features/calendar/components/calendar-page.tsx";
import { appStylesheet } from "../lib/app-stylesheet.ts";
import type { Page } from "../page.ts";
import { AccountBar } from "../shell/account-bar.tsx";

export const page: Page = {
  ...appStylesheet,
  noindex: true,
  title: "Your calendar",
  description: "Posts waiting for your approval, what goes live next and what has gone live.",
  Bar: AccountBar,
  Body: Calendar,
};

function Calendar() {
  return <Guarded title={CALENDAR_TITLE}>{(user) => <CalendarPage user={user} />}</Guarded>;
}
