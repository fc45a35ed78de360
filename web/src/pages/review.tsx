import { ReviewPage } from "../features/review/components/review-page.tsx";
import { appStylesheet } from "../lib/app-stylesheet.ts";
import type { Page } from "../page.ts";
import { taskShell } from "../shell/checkout-shell.tsx";

export const page: Page = {
  ...appStylesheet,
  ...taskShell,
  noindex: true,
  title: "Posts waiting for you",
  description: "Approve the posts in your email, or tell us in a few words what to change.",
  Body: ReviewPage,
};
