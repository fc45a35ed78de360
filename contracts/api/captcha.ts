/** Carries the captcha's token, except to the auth service, which has a field of its own. */
export const CAPTCHA_HEADER = "captcha-token";

/** What a visitor solves the captcha for. The page names it, and a token is good for nothing else. */
export type CaptchaAction = "account" | "checkout" | "enquiry";
