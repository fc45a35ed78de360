export const NEW_PASSWORD = "new-password";
