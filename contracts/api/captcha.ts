/** Carries the captcha's token, except to the auth service, which has a field of its own. */
export const CAPTCHA_HEADER = "captcha-token";
