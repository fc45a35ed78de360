// Sentences of several catalogues: a page loads only the catalogues that it shows.

export const FIELD_MISSING = "Please fill in this field.";
export const EMAIL_FORMAT = "Please enter an email address like name@example.co.uk.";
export const SIGN_IN_FIRST = "Authentication required. Please sign in and try again.";
export const SIGN_IN_WITH_CODE = "Please sign in again with your code first.";
export const CHOOSE_PLAN = "Please select a plan to continue.";
export const NO_ACTIVE_SUBSCRIPTION = "No active subscription found";
export const requestError = (details: string): string => `Request error: ${details}`;
export const unreachable = (service: string): string =>
  `Unable to connect to ${service} service. Please check your internet connection and try again.`;
export const NO_AUTHENTICATION =
  "Authentication service is not configured. Please connect to the backend to enable user authentication.";

const SIGNED_OUT = "You were signed out. Please sign in again.";

/** Why GoTrue gives no token for a call. */
export const SESSION_REFUSALS = {
  session_not_found: SIGNED_OUT,
  session_expired: SIGNED_OUT,
  over_request_rate_limit: "Too many attempts. Please wait a few minutes and try again.",
} as const;
