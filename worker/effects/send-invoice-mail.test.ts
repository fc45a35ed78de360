import { expect, test } from "vitest";
import { testEvent } from "../../tests/support/test-event.ts";
import { effectDeps } from "../../tests/support/unreachable.ts";
import type { Mail } from "../ports/mailer.ts";
import { createEffects } from "./catalogue.ts";

const EVENT = testEvent("InvoicePaid", { customerId: "cus_1", orderId: "in_1" });

async function run(email: string | null) {
  const sent: Mail[] = [];
  const { InvoicePaid } = createEffects(
    effectDeps({
      findCustomerContact: () => Promise.resolve(null),
      mailer: {
        send(mail) {
          sent.push(mail);
          return Promise.resolve({ externalId: "mail_1" });
        },
      },
      getInvoice: () =>
        Promise.resolve({
          number: "TIDE-0004",
          amountPence: 122_50,
          currency: "gbp",
          url: "https://invoice.stripe.example/in_1",
          email,
        }),
    }),
  );
  const result = await InvoicePaid["send-invoice-mail"]?.run(EVENT, "key");
  return { sent, result };
}

test("paid invoice: its link, number and sum are mailed to the email for invoices", async () => {
  const { sent, result } = await run("books@shop.example");
  expect(result).toEqual({
    externalId: "mail_1",
    facts: { template: "account", mail: "invoice" },
  });
  const [mail] = sent;
  expect(mail).toMatchObject({ to: "books@shop.example" });
  expect(mail?.subject).toContain("TIDE-0004");
  for (const text of ["£122.50", "https://invoice.stripe.example/in_1"]) {
    expect(mail?.html).toContain(text);
    expect(mail?.text).toContain(text);
  }
});

test("email for invoices removed meanwhile, or account erased: no mail", async () => {
  expect(await run(null)).toEqual({
    sent: [],
    result: { externalId: null, facts: { outcome: "skipped", reason: "no_address" } },
  });
});
