import { DAY_MS } from "./durations.ts";

const GROUPS = 8;

/** An address from which the account signed in, since then: guesses from elsewhere do not lock it out. */
export const ADDRESS_KNOWN_FOR_MS = 30 * DAY_MS;

/** Key under which the addresses of one visitor are counted: a household owns an IPv6 /64. */
export function ipGroup(address: string): string {
  return isIpv6(address) ? prefix(address, 4) : address.toLowerCase();
}

/**
 * Key of the IPv6 /48 that one customer of a provider may own, with 65,536 groups; a mobile
 * network puts as many customers into one.
 *
 * @returns null for IPv4
 */
export function ipNetwork(address: string): string | null {
  return isIpv6(address) ? prefix(address, 3) : null;
}

function isIpv6(address: string): boolean {
  return address.includes(":") && !address.includes(".");
}

function prefix(address: string, length: number): string {
  const [head = "", tail] = address.toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, GROUPS - left.length - right.length) }, () => "0");
  const groups = tail === undefined ? left : [...left, ...zeros, ...right];
  return `${groups
    .slice(0, length)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/${length * 16}`;
}
