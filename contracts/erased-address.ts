/** Stands where the address of an erased user was: nothing is sent to it, and nothing replaces it. */
export const ERASED_EMAIL = "erased@invalid";
