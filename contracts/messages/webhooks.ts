export const WEBHOOK_MESSAGES = {
  badSignature: "The signature does not match.",
  badMode: "The event is of the other mode.",
  badEvent: "This is not an event.",
  notConfigured: "This webhook has no secret yet.",
} as const;
