/** The section of the recovery page to which a recovery link leads, once it has signed its reader in. */
export const NEW_PASSWORD = "new-password";
