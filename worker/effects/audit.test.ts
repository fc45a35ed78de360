import { expect, test } from "vitest";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { UNREACHABLE } from "../../tests/support/unreachable.ts";
import { createEffects } from "./catalogue.ts";

test("issued refund: the audit log has its order and amount", async () => {
  const { RefundIssued } = createEffects({
    ...UNREACHABLE,
    mailer: { send: () => Promise.reject(new Error("no mail")) },
    findCustomerContact: () => Promise.resolve(null),
  });
  const event: EventOf<"RefundIssued"> = {
    id: "evt_01KAHX2J3V7W8R9T0A1B2C3D4E",
    type: "RefundIssued",
    version: 1,
    occurredAt: "2026-11-20T12:00:00.000Z",
    actor: { kind: "system", name: "billing" },
    correlationId: "req_1",
    data: {
      customerId: "cus_1",
      subscriptionId: "sub_1",
      orderId: "in_1",
      orderNumber: "TIDE-0001",
      currency: "gbp",
      amountPence: 84_99,
      refundedPence: 184_99,
      refundIds: ["re_1"],
      isAutomatic: false,
    },
  };
  const result = await RefundIssued["audit"]?.run(event, "key");
  expect(result?.facts).toEqual({ orderId: "in_1", amountPence: 84_99 });
});
