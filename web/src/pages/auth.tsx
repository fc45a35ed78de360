import { paths } from "../paths.ts";
import { page as login } from "./login.tsx";

/** The sign-in page at a second address, to which the checkout leads. */
export const page = { ...login, canonical: paths.login };
