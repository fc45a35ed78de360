import { expect, test } from "vitest";
import { isPublishableKey } from "./payment-config.ts";

test.for([
  ["pk_live_51H8xTideQ3bLk2VmZw9RcYpA", true],
  ["pk_test_51H8xTideQ3bLk2VmZw9RcYpA", true],
  ["pk_test_TYooMQauvdEDq54NiTphI7jx", true],
  ["", false],
  ["pk_live_", false],
  ["pk_test_1234567890", false],
  ["sk_live_51H8xTideQ3bLk2VmZw9RcYpA", false],
  ["rk_live_51H8xTideQ3bLk2VmZw9RcYpA", false],
  ["pk_51H8xTideQ3bLk2VmZw9RcYpA0000", false],
  ["PK_LIVE_51H8xTideQ3bLk2VmZw9RcYpA", false],
  [" pk_live_51H8xTideQ3bLk2VmZw9RcYpA", false],
  ["pk_live_51H8xTideQ3bLk2VmZw9RcYpA\n", false],
  ["__TIDEPOST_STRIPE_KEY__", false],
  ["pk_test_your_publishable_key_here", false],
  ["pk_test_yourPublishableKeyGoesHere", false],
  ["pk_live_REPLACETHISWITHYOURLIVEKEY", false],
  ["pk_test_placeholderplaceholder123", false],
  ["pk_test_changemechangemechangeme", false],
  ["pk_test_xxxxxxxxxxxxxxxxxxxxxxxxxxxx", false],
  ["pk_test_51H8xTide00000000LmZw9RcYpA", false],
  ["pk_test_...", false],
] as const)("%j is a publishable key: %s", ([text, expected]) => {
  expect(isPublishableKey(text)).toBe(expected);
});
