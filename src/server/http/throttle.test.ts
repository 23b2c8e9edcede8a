// Not conformed: how guesses are counted is no record; that they are is shown in tests/sign-in.test.ts.
import { expect, test } from "vitest";
import { networkOf } from "./throttle.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:0:12:a:b:c:d", "2001:db8:0:12::/64"],
  ["2001:db8::12:a:b:c:d", "2001:db8:0:12::/64"],
  ["2001:DB8:0:0012::1", "2001:db8:0:12::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("%s is counted as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
