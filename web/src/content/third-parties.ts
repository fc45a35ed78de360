export const CAPTCHA = {
  origin: "https://challenges.cloudflare.com",
  script: "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit",
} as const;

export const PIXEL = {
  provider: "Meta",
  scripts: "https://connect.facebook.net",
  script: "https://connect.facebook.net/en_US/fbevents.js",
  reports: "https://www.facebook.com",
} as const;
