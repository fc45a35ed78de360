import { NO_ACTIVE_SUBSCRIPTION } from "./shared.ts";

export const DASHBOARD_MESSAGES = {
  loadFailed: "Failed to load subscription data. Please refresh the page or contact support.",
  detailsFailed: "We could not load all there is to know of your subscription.",
  ordersFailed: "Failed to load your orders. Please refresh the page or contact support.",
  noneFound:
    "No subscription found. If you recently subscribed, please wait a few minutes for the data to sync.",
  refreshed: "Your subscription data is up to date.",
  refreshFailed: "Failed to refresh subscription data. Please try again or contact support.",
  upgradeFailed: "Failed to upgrade subscription",
  downgradeFailed: "Failed to downgrade subscription",
  noSubscription: NO_ACTIVE_SUBSCRIPTION,
  payFirst: "A payment has to arrive first",
  cardFirst: "A card of your own comes first",
  claimFailed: "We could not add this purchase to your account. Please try again.",
  claimed: "This subscription is in your account now.",
  unknownPlan: "Current plan information not found",
  highestPlan: "You are already on the highest tier plan",
  lowestPlan: "You are already on the lowest tier plan",
  noUpgradeUrl: "Failed to create checkout session for upgrade",
  noDowngradeUrl: "Failed to create checkout session for downgrade",
  pageFailed: "We could not open Stripe's page. Please try again.",
} as const;
