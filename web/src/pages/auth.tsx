import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { page as login } from "./login.tsx";

/** The sign-in page at a second address, to which the checkout leads. */
export const page: Page = {
  ...login,
  title: "Sign in to go on",
  description: "Sign in, or create an account, and carry on where you were.",
  canonical: paths.login,
};
