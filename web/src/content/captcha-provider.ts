export const CAPTCHA = {
  origin: "https://challenges.cloudflare.com",
  script: "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit",
} as const;
