// Longer than any browser's name for itself.
const USER_AGENT_MAX = 500;

/** The browser's name for itself, as it is kept for the advertiser, which wants one. */
export function readUserAgent(header: string | undefined): string {
  return header === undefined || header === "" ? "unknown" : header.slice(0, USER_AGENT_MAX);
}
