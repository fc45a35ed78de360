/** Calendly sets its own cookies, so it is loaded only with consent. */
export const BOOKING = {
  provider: "Calendly",
  origin: "https://calendly.com",
  /** What its frame tells the page once a call is booked. */
  bookedMessage: "calendly.event_scheduled",
  discoveryCall: "https://calendly.com/tidepost/discovery-call",
  strategyCall: "https://calendly.com/tidepost/strategy-call",
} as const;

/** The call that `/fb-ad` offers takes this long; the retention offer has its own. */
export const AD_CALL_MINUTES = 20;
