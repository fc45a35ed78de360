// Apart from `ids.ts`, whose prefixes the checkout page does not need.

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** UUIDs as PostgreSQL writes them, in lower case. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
