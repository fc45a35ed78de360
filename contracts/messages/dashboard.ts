import { NO_ACTIVE_SUBSCRIPTION } from "./shared.ts";

export const DASHBOARD_MESSAGES = {
  loadFailed: "Failed to load subscription data. Please refresh the page or contact support.",
  detailsFailed: "We couldn’t load all of your subscription.",
  ordersFailed: "Failed to load your orders. Please refresh the page or contact support.",
  noneFound:
    "No subscription found. If you recently subscribed, please wait a few minutes for the data to sync.",
  refreshed: "Your subscription data is up to date.",
  refreshFailed: "Failed to refresh subscription data. Please try again or contact support.",
  upgradeFailed: "Failed to upgrade subscription",
  downgradeFailed: "Failed to downgrade subscription",
  noSubscription: NO_ACTIVE_SUBSCRIPTION,
  payFirst: "Waiting for a payment first",
  cardFirst: "Add your own card first",
  claimFailed: "We couldn’t add this purchase to your account. Please try again.",
  claimed: "This subscription is now in your account.",
  unknownPlan: "Current plan information not found",
  highestPlan: "You are already on the highest tier plan",
  lowestPlan: "You are already on the lowest tier plan",
  noUpgradeUrl: "Failed to create checkout session for upgrade",
  noDowngradeUrl: "Failed to create checkout session for downgrade",
  resumeFailed: "We couldn’t keep your subscription going. Please try again.",
  refundFailed: "We couldn’t send your request. Please try again, or email us.",
  pageFailed: "We couldn’t open Stripe’s page. Please try again.",
} as const;
