import { useState } from "react";
import useSWR from "swr";
import type { BillingDetails } from "#contracts/api/billing-details.ts";
import {
  ADDRESS_LINE_MAX,
  BILLING_NAME_MAX,
  POSTAL_CODE_MAX,
  VAT_NUMBER_MAX,
} from "#contracts/billing/detail-lengths.ts";
import { parseVatNumber } from "#contracts/billing/vat-number.ts";
import { COMPANY, isSoldTo, COUNTRIES_SOLD_TO, countryName } from "#contracts/company.ts";
import { BILLING_PAGE_MESSAGES } from "#contracts/messages/billing-page.ts";
import { CallError, hasCode } from "../../../lib/call-error.ts";
import { readText } from "../../../lib/json.ts";
import { success, useAction } from "../../../lib/use-action.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { AccountForm } from "../../account/components/account-form.tsx";
import { Panel } from "../../account/components/security/panel.tsx";
import { type FormDraft, useFormDraft } from "../../session/form-draft.ts";
import {
  fetchBillingDetails,
  saveBillingDetails,
  billingErrors,
  isStripeAway,
} from "../billing-api.ts";
import { PANEL_TITLES } from "../panel-titles.ts";

/**
 * Lists countries by name, the United Kingdom first.
 * @param own code of the saved country, which is offered as well
 */
function countryOptions(own: string): readonly { code: string; name: string }[] {
  const codes = new Set([...COUNTRIES_SOLD_TO, ...(own === "" ? [] : [own])]);
  return [...codes]
    .map((code) => ({ code, name: countryName(code) }))
    .toSorted(
      (a, b) => Number(b.code === "GB") - Number(a.code === "GB") || a.name.localeCompare(b.name),
    );
}

/** The fields that take any text. */
const TEXT_FIELDS = {
  name: {
    label: "Company, or your name",
    autoComplete: "organization",
    maxLength: BILLING_NAME_MAX,
  },
  line1: { label: "Address", autoComplete: "address-line1", maxLength: ADDRESS_LINE_MAX },
  line2: { label: "Address line 2", autoComplete: "address-line2", maxLength: ADDRESS_LINE_MAX },
  city: { label: "Town or city", autoComplete: "address-level2", maxLength: ADDRESS_LINE_MAX },
  postalCode: { label: "Postcode", autoComplete: "postal-code", maxLength: POSTAL_CODE_MAX },
} as const;

/** A company without VAT does not ask for the customer's number. */
const HAS_VAT = COMPANY.vatNumber !== null;

export function DetailsPanel({ userId }: { userId: string }) {
  const { data, error, mutate } = useSWR(["billing_details", userId], fetchBillingDetails, {
    // A return to the tab must not replace what is being typed.
    revalidateOnFocus: false,
  });
  const draft = useFormDraft("billing-details", userId);
  if (data === null) return null;
  return (
    <Panel
      id="details"
      title={PANEL_TITLES.details}
      lead={`${HAS_VAT ? "Company, address and VAT number" : "Company and address"}, as they’ll appear on your next invoices. All of it is optional.`}
    >
      {error !== undefined && (
        <LoadError
          text={isStripeAway(error) ? BILLING_PAGE_MESSAGES.away : BILLING_PAGE_MESSAGES.loadFailed}
          onRetry={mutate}
        />
      )}
      {error === undefined && data === undefined && <Skeleton shape="card" />}
      {data !== undefined && !isSoldTo(data.country) && (
        <p className="measure mb-6">{BILLING_PAGE_MESSAGES.abroad}</p>
      )}
      {data !== undefined && (
        <p className="mb-4 whitespace-pre-line wrap-anywhere">{printed(data)}</p>
      )}
      {data !== undefined && (
        <DetailsForm
          details={data}
          draft={draft}
          onSaved={(saved) => mutate(saved ?? undefined, { revalidate: false })}
        />
      )}
    </Panel>
  );
}

type FieldError = { name: "vatNumber" | "country" | "invoiceEmail"; text: string };

type DetailsFormProps = {
  details: BillingDetails;
  draft: FormDraft;
  onSaved: (saved: BillingDetails | null) => Promise<unknown>;
};

function DetailsForm({ details, draft, onSaved }: DetailsFormProps) {
  const action = useAction();
  const [fieldError, setFieldError] = useState<FieldError | null>(null);

  async function save(data: FormData, form: HTMLFormElement): Promise<void> {
    const typed = readDetails(data);
    let wrong = vatNumberError(typed);
    setFieldError(wrong);
    if (wrong === null) {
      await action.run(billingErrors(BILLING_PAGE_MESSAGES.saveFailed), async () => {
        try {
          await onSaved(await saveBillingDetails(typed));
          draft.forget();
          return success(BILLING_PAGE_MESSAGES.saved);
        } catch (error) {
          wrong = fieldErrorOf(error);
          if (wrong === null) throw error;
          setFieldError(wrong);
          return null;
        }
      });
    }
    const field = wrong === null ? null : form.elements.namedItem(wrong.name);
    if (field instanceof HTMLElement) field.focus();
  }

  const textField = (name: keyof typeof TEXT_FIELDS) => (
    <TextField name={name} defaultValue={details[name]} {...TEXT_FIELDS[name]} />
  );
  const errorOf = (name: FieldError["name"]) =>
    fieldError?.name === name ? fieldError.text : undefined;
  return (
    <AccountForm
      legend="Change these details"
      isFolded
      action={action}
      draft={draft}
      onSubmit={(data, form) => void save(data, form)}
    >
      {textField("name")}
      {textField("line1")}
      {textField("line2")}
      <div className="grid gap-6 sm:grid-cols-[1fr_1fr]">
        {textField("city")}
        {textField("postalCode")}
      </div>
      <SelectField
        label="Country"
        name="country"
        autoComplete="country"
        defaultValue={details.country}
        error={errorOf("country")}
      >
        <option value="">Not given</option>
        {countryOptions(details.country).map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      {HAS_VAT ? (
        <TextField
          label="VAT number"
          name="vatNumber"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={VAT_NUMBER_MAX}
          defaultValue={details.vatNumber}
          error={errorOf("vatNumber")}
        />
      ) : (
        <input type="hidden" name="vatNumber" value={details.vatNumber} />
      )}
      <TextField
        label="Also send each paid invoice to"
        name="invoiceEmail"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={details.invoiceEmail}
        error={errorOf("invoiceEmail")}
      />
      <Button type="submit" variant="secondary" className="justify-self-start">
        {action.isRunning ? "Saving..." : "Save"}
      </Button>
    </AccountForm>
  );
}

/** As invoices print them, a line each. */
function printed({ city, postalCode, country, vatNumber, ...details }: BillingDetails): string {
  const { name, line1, line2, invoiceEmail } = details;
  const lines = [
    name,
    line1,
    line2,
    `${city} ${postalCode}`.trim(),
    country && countryName(country),
  ];
  const others = [
    vatNumber && `VAT number ${vatNumber}`,
    invoiceEmail && `Sent to ${invoiceEmail} too`,
  ];
  return [...lines, ...others].filter((line) => line !== "").join("\n") || "Nothing added yet.";
}

function readDetails(data: FormData): BillingDetails {
  const text = (name: keyof BillingDetails) => readText(data, name).trim();
  return {
    name: text("name"),
    line1: text("line1"),
    line2: text("line2"),
    city: text("city"),
    postalCode: text("postalCode"),
    country: text("country"),
    vatNumber: text("vatNumber"),
    invoiceEmail: text("invoiceEmail"),
  };
}

function vatNumberError({ vatNumber }: BillingDetails): FieldError | null {
  if (vatNumber === "" || parseVatNumber(vatNumber) !== null) return null;
  return { name: "vatNumber", text: BILLING_PAGE_MESSAGES.vatNumber };
}

function fieldErrorOf(error: unknown): FieldError | null {
  if (hasCode(error, "vat_number_invalid")) {
    return { name: "vatNumber", text: BILLING_PAGE_MESSAGES.vatNumber };
  }
  if (hasCode(error, "country_not_sold_to")) {
    return { name: "country", text: BILLING_PAGE_MESSAGES.country };
  }
  const details = error instanceof CallError ? error.details : null;
  return details?.startsWith("invoiceEmail") === true
    ? { name: "invoiceEmail", text: BILLING_PAGE_MESSAGES.email }
    : null;
}
