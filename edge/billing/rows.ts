import { NO_ROWS, UserOrder, UserSubscription } from "#contracts/api/subscription.ts";
import { AppError } from "#contracts/errors.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { listUserOrders } from "#db/billing/find-orders.ts";
import { findUserSubscription } from "#db/billing/find-user-subscription.ts";
import type { Db } from "#db/client.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireSignedIn, requireUserAt } from "../http/current-user.ts";
import { type AppContext, newRoutes } from "../http/env.ts";
import { toUserOrder, toUserSubscription } from "./wire.ts";

/** `GET /rest/v1/user_subscription`: one row or none. */
export function userSubscriptionRoutes(deps: EdgeDeps) {
  return userRowsRoutes(deps, {
    columns: Object.keys(UserSubscription.shape),
    orders: [],
    async read(db, user) {
      const found = await findUserSubscription(db, user);
      if (found === null) return null;
      return found.subscription === null ? [] : [toUserSubscription(found.subscription)];
    },
  });
}

/** `GET /rest/v1/user_orders`: newest first. */
export function userOrdersRoutes(deps: EdgeDeps) {
  return userRowsRoutes(deps, {
    columns: Object.keys(UserOrder.shape),
    orders: ["order_date.desc"],
    async read(db, user) {
      const found = await listUserOrders(db, user);
      return found?.map(toUserOrder) ?? null;
    },
  });
}

type UserRowsQuery = {
  columns: readonly string[];
  orders: readonly string[];
  read: (db: Db, user: CurrentUserAt) => Promise<object[] | null>;
};

/** PostgREST's shape. Only columns can be selected; an unsupported filter is rejected. */
function userRowsRoutes(deps: EdgeDeps, { columns, orders, read }: UserRowsQuery) {
  return newRoutes().get("/", async (c) => {
    const selected = readQuery(c, columns, orders);
    const found = requireSignedIn(await read(deps.db, await requireUserAt(c, deps)));
    const rows = found.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => selected.has(name))),
    );
    const asObject = (c.req.header("accept") ?? "").includes("application/vnd.pgrst.object+json");
    if (!asObject) return c.json(rows);
    const [row] = rows;
    if (row === undefined || rows.length > 1) {
      throw new AppError(NO_ROWS, MESSAGES.refused.noRows, {
        details: `The result contains ${rows.length} rows`,
      });
    }
    return c.json(row);
  });
}

/** @throws {AppError} `invalid_input` naming the parameter */
function readQuery(
  c: AppContext,
  columns: readonly string[],
  orders: readonly string[],
): ReadonlySet<string> {
  const query = c.req.queries();
  const select = (query["select"] ?? ["*"]).join(",").replaceAll(/\s/g, "");
  const selected = select === "*" ? columns : select.split(",");
  const isValid: Record<string, boolean> = {
    select: selected.every((name) => columns.includes(name)),
    order: (query["order"] ?? []).every((order) => orders.includes(order)),
  };
  const invalid = Object.keys(query).find((name) => isValid[name] !== true);
  if (invalid === undefined) return new Set(selected);
  throw new AppError("invalid_input", MESSAGES.refused.invalidInput, {
    // A parameter's name may be anything.
    details: invalid === "select" || invalid === "order" ? invalid : "query",
  });
}
