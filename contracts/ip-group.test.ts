import { expect, test } from "vitest";
import { ipGroup } from "./ip-group.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002:ffff::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::ffff:203.0.113.7", "::ffff:203.0.113.7"],
])("address %s: counted as %s", (address, group) => {
  expect(ipGroup(address)).toBe(group);
});
