import { ReviewPage } from "../features/review/components/review-page.tsx";
import { ownStylesheet } from "../lib/load-stylesheet.ts";
import type { Page } from "../page.ts";
import calendarStyles from "../styles/calendar.css?url";

export const page: Page = {
  ...ownStylesheet(calendarStyles),
  noindex: true,
  title: "Posts waiting for you",
  description: "Approve the posts in your email, or tell us in a few words what to change.",
  Body: ReviewPage,
};
