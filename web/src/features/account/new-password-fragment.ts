export const NEW_PASSWORD = "new-password";

/** Of the page of confirm links, for a user who has no password yet. */
export const CHOOSE_PASSWORD = "choose-password";
