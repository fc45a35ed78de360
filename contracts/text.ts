/**
 * Postgres text cannot hold NUL, other control characters break mails, and a lone surrogate is
 * not valid UTF-16.
 */
export const TEXT = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u;
