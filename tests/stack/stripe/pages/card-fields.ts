import { html } from "hono/html";
import * as z from "zod";
import type { CheckoutForm } from "../billing/checkout.ts";
import { findCard } from "../money/cards.ts";
import type { Html } from "./layout.ts";

export interface Typed {
  readonly email?: string;
  readonly name?: string;
  readonly postalCode?: string;
  readonly line1?: string;
  readonly city?: string;
  readonly businessName?: string;
  readonly taxId?: string;
}

const Fields = z.object({
  number: z.string(),
  expiry: z.string(),
  cvc: z.string(),
  name: z.string().default(""),
  email: z.string().default(""),
  postalCode: z.string().default(""),
  line1: z.string().default(""),
  city: z.string().default(""),
  businessName: z.string().default(""),
  taxId: z.string().default(""),
});

export function cardFields(typed: Typed): Html {
  return html`
    <fieldset>
      <legend>Card</legend>
      <label for="number">Card number</label>
      <input
        id="number"
        name="number"
        inputmode="numeric"
        autocomplete="cc-number"
        placeholder="4242 4242 4242 4242"
        required
      />
      <div class="pair">
        <div>
          <label for="expiry">Expiry (MM / YY)</label>
          <input
            id="expiry"
            name="expiry"
            inputmode="numeric"
            autocomplete="cc-exp"
            placeholder="12 / 34"
            required
          />
        </div>
        <div>
          <label for="cvc">Security code</label>
          <input
            id="cvc"
            name="cvc"
            inputmode="numeric"
            autocomplete="cc-csc"
            placeholder="123"
            required
          />
        </div>
      </div>
      <label for="name">Name on card</label>
      <input id="name" name="name" autocomplete="cc-name" value="${typed.name ?? ""}" required />
      <label for="postalCode">Postcode</label>
      <input
        id="postalCode"
        name="postalCode"
        autocomplete="postal-code"
        value="${typed.postalCode ?? ""}"
        required
      />
    </fieldset>
    <details class="cards">
      <summary>Test cards</summary>
      <dl>
        <dt>4242 4242 4242 4242</dt>
        <dd>pays</dd>
        <dt>4000 0000 0000 0002</dt>
        <dd>is declined</dd>
        <dt>4000 0000 0000 9995</dt>
        <dd>has insufficient funds</dd>
        <dt>4000 0000 0000 0069</dt>
        <dd>has expired</dd>
        <dt>4000 0025 0000 3155</dt>
        <dd>asks for 3-D Secure once</dd>
        <dt>4000 0027 6000 3184</dt>
        <dd>asks for 3-D Secure every time</dd>
        <dt>4000 0082 6000 3178</dt>
        <dd>asks for 3-D Secure, then has insufficient funds</dd>
        <dt>4000 0000 0000 0341</dt>
        <dd>can be saved, and declines every charge</dd>
      </dl>
    </details>
  `;
}

export function addressFields(typed: Typed): Html {
  return html`
    <fieldset>
      <legend>Billing address</legend>
      <label for="line1">Address</label>
      <input
        id="line1"
        name="line1"
        autocomplete="address-line1"
        value="${typed.line1 ?? ""}"
        required
      />
      <label for="city">Town or city</label>
      <input
        id="city"
        name="city"
        autocomplete="address-level2"
        value="${typed.city ?? ""}"
        required
      />
    </fieldset>
  `;
}

export function businessFields(typed: Typed): Html {
  return html`
    <details class="business" ${typed.taxId ? "open" : ""}>
      <summary>I'm purchasing as a business</summary>
      <label for="businessName">Business name</label>
      <input
        id="businessName"
        name="businessName"
        autocomplete="organization"
        value="${typed.businessName ?? ""}"
      />
      <label for="taxId">VAT number</label>
      <input id="taxId" name="taxId" placeholder="GB123456789" value="${typed.taxId ?? ""}" />
    </details>
  `;
}

function textOrNull(typed: string): string | null {
  return typed.trim() === "" ? null : typed.trim();
}

export function readCard(body: unknown, now: number): CheckoutForm | string {
  const fields = Fields.safeParse(body);
  if (!fields.success) return "Fill in every field.";
  const { number, expiry, cvc, ...typed } = fields.data;
  const card = findCard(number);
  if (card === null) {
    return "Your card number is invalid. Only test cards are known here: see the list below.";
  }
  const [, month = "", year = ""] = /^\s*(\d{1,2})\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(expiry) ?? [];
  const expMonth = Number(month);
  const expYear = 2_000 + Number(year);
  if (month === "" || expMonth < 1 || expMonth > 12) {
    return "Your card's expiry date is incomplete.";
  }
  if (now * 1_000 >= Date.UTC(expYear, expMonth)) return "Your card's expiry date is in the past.";
  if (!/^\d{3,4}$/.test(cvc.trim())) return "Your card's security code is incomplete.";
  return {
    number: card.number,
    expMonth,
    expYear,
    name: textOrNull(typed.name),
    email: textOrNull(typed.email),
    country: "GB",
    postalCode: textOrNull(typed.postalCode),
    line1: textOrNull(typed.line1),
    city: textOrNull(typed.city),
    businessName: textOrNull(typed.businessName),
    taxId: textOrNull(typed.taxId),
  };
}
