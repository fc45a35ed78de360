export const CALENDAR_MESSAGES = {
  changed: "We changed this post in the meantime. Please look at the newer version.",
  decidedApproved: "You approved this post before.",
  decidedChanges: "You asked for changes to this post before.",
} as const;
