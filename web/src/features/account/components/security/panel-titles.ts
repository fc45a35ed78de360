/** The account's page shows these panels, by id, in this order. */
export const PANEL_TITLES = {
  name: "Your name",
  password: "Password",
  passkeys: "Passkeys",
  "two-step": "Two-step sign-in",
  devices: "Where you are signed in",
  email: "Email",
  identities: "Ways to sign in",
  data: "Your data",
  delete: "Delete your account",
} as const;
