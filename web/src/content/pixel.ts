/** The advertiser whose pixel reports what an advert has led to. Never asked for anything without consent. */
export const PIXEL = {
  provider: "Meta",
  /** Where its script and the script's own parts come from. */
  scripts: "https://connect.facebook.net",
  script: "https://connect.facebook.net/en_US/fbevents.js",
  /** Where reports go. */
  reports: "https://www.facebook.com",
} as const;
