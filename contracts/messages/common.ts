import { EMAIL_FORMAT, FIELD_MISSING, SIGN_IN_FIRST, SIGN_IN_WITH_CODE } from "./shared.ts";

/** Source: the product specification. */
export const MESSAGES = {
  contact: { sending: "Sending..." },
  enquiry: {
    missing: FIELD_MISSING,
    email: EMAIL_FORMAT,
    tooLong: "That’s too long. Please shorten it.",
    characters: "Please use letters, numbers and ordinary punctuation.",
    returned: "Your message didn’t reach us. Please check it and send it again.",
    lost: (email: string) =>
      `We couldn’t send your message, and your browser won’t let us keep it. Please email ${email}.`,
  },
  mail: { notProvided: "Not provided", erased: "Erased account", noName: "there" },
  refused: {
    noRows: "JSON object requested, multiple (or no) rows returned",
    signIn: SIGN_IN_FIRST,
    reauthenticate: "To make sure it’s you, please sign in again first.",
    insufficientAal: SIGN_IN_WITH_CODE,
    proofWrong: "This password or code is wrong or has expired.",
    subscriptionActive: "You have a subscription. Please cancel it first.",
    invalidInput: "Please check the highlighted fields.",
    invalidJson: "The request body is not valid JSON.",
    invalidIdempotencyKey:
      "The Idempotency-Key header must have 1 to 255 printable ASCII characters.",
    idempotencyKeyReused: "This Idempotency-Key was already used with another body.",
    unsupportedMediaType: "Send the body as application/json.",
    range: "The file has no such bytes.",
    payloadTooLarge: "The request body is too large.",
    missingApiKey: "No API key found in request.",
    invalidApiKey: "Invalid API key.",
    invalidToken: "The access token is not valid.",
    captchaFailed: "We couldn’t confirm you’re human. Please try again, or email us.",
    notFound: "There’s nothing at this address.",
    rateLimited: "Too many requests. Please try again in a minute.",
    unavailable: "We can’t reach our database right now. Please try again in a moment.",
    internal: "Something went wrong on our side. Please try again.",
  },
} as const;
