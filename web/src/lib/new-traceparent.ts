/**
 * A `traceparent` header (W3C).
 * @param action a UUID, the same on retries of what a visitor did
 */
export function newTraceparent(action: string = crypto.randomUUID()): string {
  const id = action.replaceAll("-", "");
  return `00-${id}-${id.slice(16)}-01`;
}
