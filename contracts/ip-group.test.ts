import { expect, test } from "vitest";
import { ipGroup, ipNetwork } from "./ip-group.ts";

test.each([
  ["203.0.113.7", "203.0.113.7", null],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["2001:0DB8:0001:0002:ffff::1", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["2001:db8::1", "2001:db8:0:0::/64", "2001:db8:0::/48"],
  ["::1", "0:0:0:0::/64", "0:0:0::/48"],
  ["::ffff:203.0.113.7", "::ffff:203.0.113.7", null],
])("address %s: counted as %s, in network %s", (address, group, network) => {
  expect(ipGroup(address)).toBe(group);
  expect(ipNetwork(address)).toBe(network);
});
