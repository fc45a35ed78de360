/** GoTrue's default; production may ask for more. */
export const PASSWORD_MIN = 6;
/** GoTrue's limit, from bcrypt; in UTF-8. */
export const PASSWORD_MAX_BYTES = 72;
