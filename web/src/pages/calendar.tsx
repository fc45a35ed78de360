import { CALENDAR_TITLE, CalendarPage } from "../features/calendar/components/calendar-page.tsx";
import { signedInPage } from "../shell/signed-in-page.tsx";

export const page = signedInPage({
  title: "Your calendar",
  heading: CALENDAR_TITLE,
  description: "Posts waiting for your approval, what goes live next and what has gone live.",
  For: CalendarPage,
});
