const ORDINAL = /^[1-9]\d{0,5}$/;

/**
 * Parses the version of a post, or the number or revision of a report, in an address or a form.
 *
 * @returns null unless it is a whole number from 1 to 999,999
 */
export function parseOrdinal(text: string): number | null {
  return ORDINAL.test(text) ? Number(text) : null;
}
