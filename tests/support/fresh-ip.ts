import { randomInt } from "node:crypto";

/** An unused IP address, so that callers do not share a rate limit. */
export function freshIp(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}
