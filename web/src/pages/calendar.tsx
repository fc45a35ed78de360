import { CALENDAR_TITLE, CalendarPage } from "../features/calendar/components/calendar-page.tsx";
import { signedInPage } from "../shell/signed-in-page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

export const page = signedInPage({
  title: "Your calendar",
  heading: CALENDAR_TITLE,
  description: "Posts waiting for your approval, what goes live next and what has gone live.",
  skeleton: <Skeleton shape="month" />,
  For: CalendarPage,
});
