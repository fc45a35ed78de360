/**
 * A `traceparent` header (W3C) of one request.
 * @param action a UUID, the same on retries of what a visitor did
 */
export function newTraceparent(action: string = crypto.randomUUID()): string {
  return `00-${hex(action)}-${hex(crypto.randomUUID().slice(-17))}-01`;
}

function hex(id: string): string {
  return id.replaceAll("-", "");
}
