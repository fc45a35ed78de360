import type { User } from "@supabase/auth-js";
import { createContext, use } from "react";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import type { Action } from "../../lib/use-action.ts";
import type { SubscriptionStatusView } from "../subscription/subscription-status.ts";
import type { MainAction } from "./dashboard-view.ts";

type Dashboard = {
  readonly user: User;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly statusView: SubscriptionStatusView;
  /** Null without a subscription, and when its details could not be read. */
  readonly details: SubscriptionDetails | null;
  /** The page has one main button; those of the other waiting actions are secondary ones. */
  readonly variantOf: (action: MainAction) => "primary" | "secondary";
  /** Shared by the cards of which only one acts at a time. */
  readonly action: Action;
  readonly readAgain: () => Promise<unknown>;
  /** Reads again after a change whose button is gone. */
  readonly onChanged: () => Promise<void>;
};

export const DashboardContext = createContext<Dashboard | null>(null);

/** What the cards of a dashboard have in common. */
export function useDashboard(): Dashboard {
  const dashboard = use(DashboardContext);
  if (dashboard === null) throw new Error("Bug: this card is outside of a dashboard");
  return dashboard;
}
