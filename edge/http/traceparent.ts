const HEADER =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/**
 * Reads a `traceparent` header, and of a version to come what version 00 has.
 * Source: W3C Trace Context, 3.2.
 *
 * @returns the header as version 00, with the sampled flag alone; null for an invalid one
 */
export function readTraceparent(header: string | undefined): string | null {
  const [, version, traceId, parentId, flags = "", more] = HEADER.exec(header ?? "") ?? [];
  if (version === undefined || (version === "00" && more !== undefined)) return null;
  return `00-${traceId}-${parentId}-0${Number.parseInt(flags, 16) & 1}`;
}
