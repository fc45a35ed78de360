import { ownStylesheet } from "../../lib/load-stylesheet.ts";
import accountStyles from "../../styles/account.css?url";

export const accountPageOptions = { noindex: true, ...ownStylesheet(accountStyles) } as const;
