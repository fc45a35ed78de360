import { eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import { describe, expect } from "vitest";
import type { BillingDetails } from "#contracts/api/billing-details.ts";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { BILLING_PAGE_MESSAGES } from "#contracts/messages/billing-page.ts";
import { customers } from "#db/schema/billing.ts";
import { testWithPayingUser } from "../../tests/support/paying-user.ts";
import { refusal } from "../../tests/support/refusal.ts";

const test = testWithPayingUser();

const DETAILS: BillingDetails = {
  name: "Marlow & Finch Ltd",
  line1: "1 Harbour Street",
  line2: "",
  city: "Whitstable",
  postalCode: "CT5 1AA",
  country: "GB",
  vatNumber: "GB123456782",
  invoiceEmail: "books@shop.example",
};
const EMPTY = { ...DETAILS, line1: "", city: "", postalCode: "", country: "", vatNumber: "" };

const taxIdsOf = async ({ stripe }: { stripe: Stripe }, customerId: string) =>
  (await stripe.customers.listTaxIds(customerId)).data.map(({ type, value }) => [type, value]);

describe("billing details", () => {
  test("before a purchase: none, and nothing can be saved", async ({ user }) => {
    expect(await user.ask("GET", "billing-details")).toEqual({
      status: 200,
      body: { details: null },
    });
    expect(refusal(await user.ask("POST", "billing-details", DETAILS))).toEqual([404, "not_found"]);
  });

  test("saved: on the customer at Stripe, with the email in our table", async ({
    user,
    paid: { customerId },
    db,
    emulator,
  }) => {
    expect((await user.ask("GET", "billing-details")).body).toMatchObject({
      details: { name: "Ada Hart", vatNumber: "", invoiceEmail: "" },
    });
    const typed = { ...DETAILS, vatNumber: "gb 123 4567 82", invoiceEmail: "Books@Shop.example" };
    expect(await user.ask("POST", "billing-details", typed)).toEqual({
      status: 200,
      body: { details: DETAILS },
    });
    expect((await user.ask("GET", "billing-details")).body).toEqual({ details: DETAILS });
    expect(await emulator.stripe.customers.retrieve(customerId)).toMatchObject({
      name: DETAILS.name,
      business_name: DETAILS.name,
      address: { line1: DETAILS.line1, postal_code: DETAILS.postalCode, country: "GB" },
    });
    const [row] = await db.select().from(customers).where(eq(customers.id, customerId));
    expect(row?.invoiceEmail).toBe("books@shop.example");
  });

  test("saved twice at once, then another number, then none: never two VAT numbers", async ({
    user,
    paid: { customerId },
    emulator,
  }) => {
    const save = (vatNumber: string) =>
      user.ask("POST", "billing-details", { ...DETAILS, vatNumber });
    const answers = await Promise.all([save("GB123456782"), save("GB123456782")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await taxIdsOf(emulator, customerId)).toEqual([["gb_vat", "GB123456782"]]);
    await save("XI123456782");
    expect(await taxIdsOf(emulator, customerId)).toEqual([["eu_vat", "XI123456782"]]);
    await user.ask("POST", "billing-details", { ...EMPTY, name: "", invoiceEmail: "" });
    expect(await taxIdsOf(emulator, customerId)).toEqual([]);
    expect((await user.ask("GET", "billing-details")).body).toEqual({
      details: { ...EMPTY, name: "", invoiceEmail: "" },
    });
  });

  test.for([
    ["GB123456789", "for its digits"],
    ["IE6388047V", "for its country"],
  ])(
    "VAT number %s, refused %s: a sentence, and nothing is saved",
    async ([vatNumber], { user, paid: { customerId }, emulator }) => {
      expect(await user.ask("POST", "billing-details", { ...DETAILS, vatNumber })).toMatchObject({
        status: 400,
        body: {
          code: "vat_number_invalid",
          error: BILLING_PAGE_MESSAGES.vatNumber,
          details: "vatNumber",
        },
      });
      expect(await taxIdsOf(emulator, customerId)).toEqual([]);
      expect((await user.ask("GET", "billing-details")).body).toMatchObject({
        details: { name: "Ada Hart", line1: "", invoiceEmail: "" },
      });
    },
  );

  test("a country that we don’t sell to: refused, and nothing is saved", async ({
    user,
    paid: { customerId },
    emulator,
  }) => {
    expect(await user.ask("POST", "billing-details", { ...DETAILS, country: "IE" })).toMatchObject({
      status: 400,
      body: {
        code: "country_not_sold_to",
        error: BILLING_PAGE_MESSAGES.country,
        details: "country",
      },
    });
    expect(await taxIdsOf(emulator, customerId)).toEqual([]);
  });

  test("a customer from when we sold abroad: keeps country and VAT number, and takes no other", async ({
    user,
    paid: { customerId },
    emulator,
  }) => {
    const { stripe } = emulator;
    await stripe.customers.update(customerId, { address: { country: "IE" } });
    await stripe.customers.createTaxId(customerId, { type: "eu_vat", value: "IE6388047V" });
    const irish = { ...DETAILS, country: "IE", vatNumber: "IE6388047V" };
    expect(await user.ask("POST", "billing-details", irish)).toEqual({
      status: 200,
      body: { details: irish },
    });
    for (const other of [{ country: "FR" }, { vatNumber: "DE123456789" }]) {
      expect(await user.ask("POST", "billing-details", { ...irish, ...other })).toMatchObject({
        status: 400,
      });
    }
    expect((await user.ask("GET", "billing-details")).body).toEqual({ details: irish });
    expect((await user.ask("POST", "billing-details", DETAILS)).status).toBe(200);
  });

  test("account erased meanwhile: 404, and the email is not stored", async ({
    user,
    paid: { customerId },
    db,
  }) => {
    await db.update(customers).set({ email: ERASED_EMAIL }).where(eq(customers.id, customerId));
    expect(await user.ask("POST", "billing-details", DETAILS)).toMatchObject({ status: 404 });
    const [row] = await db.select().from(customers).where(eq(customers.id, customerId));
    expect(row?.invoiceEmail).toBeNull();
  });
});
