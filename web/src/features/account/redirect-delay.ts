// How long the message of a success is shown.
export const REDIRECT_AFTER_MS = 1_000;
export const REDIRECT_AFTER_SIGN_UP_MS = 2_000;
