/** Replaces the email of an erased account; `invalid` is reserved by RFC 2606, so nothing is delivered to it. */
export const ERASED_EMAIL = "erased@invalid";
