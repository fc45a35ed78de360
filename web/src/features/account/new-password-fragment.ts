export const NEW_PASSWORD = "new-password";

/** The fragment of the page of confirm links for a user who has no password yet. */
export const CHOOSE_PASSWORD = "choose-password";
