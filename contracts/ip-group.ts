const GROUPS = 8;
const PREFIX_GROUPS = 4;

/** Key under which the addresses of one visitor are counted: a household owns an IPv6 /64. */
export function ipGroup(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address.toLowerCase();
  const [head = "", tail] = address.toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, GROUPS - left.length - right.length) }, () => "0");
  const groups = tail === undefined ? left : [...left, ...zeros, ...right];
  return `${groups
    .slice(0, PREFIX_GROUPS)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
