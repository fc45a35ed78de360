import type { HttpBindings } from "@hono/node-server";
import type { Hono } from "hono";
import type { World } from "../world.ts";
import { addCheckoutPage } from "./checkout.ts";
import { addConfirmPage } from "./confirm.ts";
import { addInvoicePage } from "./invoice.ts";
import { addPortalPage } from "./portal.ts";
import { addReceiptPage } from "./receipt.ts";

export function addPages(
  app: Hono<{ Bindings: HttpBindings }>,
  world: World,
  onChange: () => void,
): void {
  addCheckoutPage(app, world, onChange);
  addConfirmPage(app, world, onChange);
  addInvoicePage(app, world, onChange);
  addPortalPage(app, world, onChange);
  addReceiptPage(app, world);
}
