export function toUnixSeconds(iso: string): number;
export function toUnixSeconds(iso: string | null): number | null;
export function toUnixSeconds(iso: string | null): number | null {
  return iso === null ? null : Math.floor(Date.parse(iso) / 1_000);
}
