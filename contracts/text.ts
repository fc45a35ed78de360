/** Postgres text cannot hold NUL, other control characters break mails, and a lone surrogate is not text. */
export const TEXT = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u;
