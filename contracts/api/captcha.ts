/** Carries the captcha's token, except to the auth service, which has a field of its own. */
export const CAPTCHA_HEADER = "captcha-token";

/** The form that a captcha protects: a token for one is refused at another. */
export type CaptchaAction = "account" | "checkout" | "enquiry";
