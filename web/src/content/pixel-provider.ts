export const PIXEL = {
  provider: "Meta",
  scripts: "https://connect.facebook.net",
  script: "https://connect.facebook.net/en_US/fbevents.js",
  reports: "https://www.facebook.com",
} as const;
