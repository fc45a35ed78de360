import { ownStylesheet } from "../../lib/load-stylesheet.ts";
import checkoutStyles from "../../styles/checkout.css?url";

export const checkoutPageOptions = ownStylesheet(checkoutStyles);
