import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { page as portfolio } from "./portfolio.tsx";

/** The portfolio at a second address, of advertisements. */
export const page: Page = {
  ...portfolio,
  title: "Post examples",
  description:
    "See what a post for your industry could look like: pictures, reels and captions by trade.",
  canonical: paths.portfolio,
};
