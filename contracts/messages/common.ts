import { EMAIL_FORMAT, SIGN_IN_FIRST, SIGN_IN_WITH_CODE } from "./shared.ts";

/** Source: the product specification. */
export const MESSAGES = {
  contact: {
    sending: "Sending...",
  },
  enquiry: {
    missing: "Please fill in this field.",
    email: EMAIL_FORMAT,
    tooLong: "This is longer than we can take. Please shorten it.",
    characters: "Please use letters, numbers and ordinary punctuation.",
    returned: "This message did not reach us. Please check it and send it again.",
    lost: (email: string) =>
      `We could not send your message, and your browser does not let us keep it. Please write to ${email}.`,
  },
  mail: {
    notProvided: "Not provided",
    erased: "Erased account",
    noName: "there",
  },
  refused: {
    noRows: "JSON object requested, multiple (or no) rows returned",
    signIn: SIGN_IN_FIRST,
    reauthenticate: "To be sure that it is you, please sign in again first.",
    secondStep: SIGN_IN_WITH_CODE,
    proofWrong: "This password or code is wrong or has expired.",
    subscriptionActive: "You have a subscription. Please cancel it first.",
    invalidInput: "Some fields need another look.",
    invalidJson: "The request body is not valid JSON.",
    invalidIdempotencyKey: "The Idempotency-Key header must be a UUID.",
    idempotencyKeyReused: "This Idempotency-Key was already used with another body.",
    unsupportedMediaType: "Send the body as application/json.",
    payloadTooLarge: "The request body is too large.",
    missingApiKey: "No API key found in request.",
    invalidApiKey: "Invalid API key.",
    invalidToken: "The access token is not valid.",
    captchaFailed: "We could not tell that you are a person. Please try again, or write to us.",
    notFound: "There is nothing at this address.",
    rateLimited: "Too many requests. Please try again in a minute.",
    unavailable: "We cannot reach our database just now. Please try again in a moment.",
    internal: "Something went wrong on our side. Please try again.",
  },
} as const;
