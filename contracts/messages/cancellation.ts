export const RETENTION_MESSAGES = {
  noSubscription: "No active subscription found",
  loadFailed: "Failed to load your subscription. Please try again or contact support.",
  signIn: "User must be authenticated. Please sign in and try again.",
  unauthenticated: "Authentication required. Please sign in and try again.",
  refused: (details: string) => `Request error: ${details}`,
  broken: (details: string) => `Server error: ${details}`,
  other: (status: number) => `HTTP error ${status}`,
  offer: {
    loading: "Loading your offer...",
    expires: "This final offer expires in 10 minutes",
    claiming: "Applying your discount...",
    claimed: "Success! Your 20% discount has been applied for the next 3 months.",
  },
  cancelling: "Cancelling...",
  keeping: "One moment...",
  copied: "Copied",
  failed: {
    offer: {
      failed: "Failed to load your offer",
      tryAgain: "Failed to load your offer. Please try again.",
      noService: "Offer service not found. Please contact support.",
      forbidden: "You are not authorized to see this offer.",
      unreachable:
        "Unable to connect to offer service. Please check your internet connection and try again.",
    },
    discount: {
      failed: "Failed to apply discount",
      tryAgain: "Failed to apply discount. Please try again.",
      noService: "Discount service not found. Please contact support.",
      forbidden: "You are not authorized to apply this discount.",
      unreachable:
        "Unable to connect to discount service. Please check your internet connection and try again.",
    },
    cancel: {
      failed: "Failed to cancel subscription",
      tryAgain: "Failed to cancel subscription. Please try again.",
      noService: "Cancellation service not found. Please contact support.",
      forbidden: "You are not authorized to cancel this subscription.",
      unreachable:
        "Unable to connect to cancellation service. Please check your internet connection and try again.",
    },
    keep: {
      failed: "Failed to keep subscription",
      tryAgain: "Failed to keep subscription. Please try again.",
      noService: "Subscription service not found. Please contact support.",
      forbidden: "You are not authorized to keep this subscription.",
      unreachable:
        "Unable to connect to subscription service. Please check your internet connection and try again.",
    },
  },
} as const;
