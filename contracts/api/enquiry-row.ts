import * as z from "zod/mini";
import { ContactForm, DemoForm, FreeTrialForm, SampleMonthForm } from "./enquiry.ts";

const row = { id: z.string(), created_at: z.string() };
const trap = { hp_field: true } as const;

/** Apart from the forms, so that pages with a form do not load it. */
export const EnquiryRow = z.discriminatedUnion("form_type", [
  z.extend(z.omit(ContactForm, trap), row),
  z.extend(z.omit(FreeTrialForm, trap), row),
  z.extend(z.omit(DemoForm, trap), row),
  z.extend(z.omit(SampleMonthForm, trap), row),
]);
export type EnquiryRow = z.infer<typeof EnquiryRow>;
