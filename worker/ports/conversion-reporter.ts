import type { StoredConversion } from "#contracts/api/conversion.ts";
import { PermanentError } from "./company-answer.ts";

type Conversion =
  | { name: "Lead"; content: { readonly name: string; readonly category: string } }
  | { name: "Purchase"; content: { readonly name: string; readonly type: "product" } };

export type ConversionReport = Conversion & {
  /** In pounds. */
  value: number;
  currency: string;
  person: { email: string | null; firstName?: string; lastName?: string };
  occurredAt: string;
  conversion: StoredConversion;
};

export type ConversionReporter = {
  /**
   * @returns Meta's id of the report, or null if it has none
   * @throws {ConversionRejected} when Meta rejects the report permanently
   * @throws any other error when a retry may succeed
   */
  report(report: ConversionReport): Promise<{ externalId: string | null }>;
};

/** The message holds Meta's code, no personal data. */
export class ConversionRejected extends PermanentError {
  override readonly name = "ConversionRejected";
}
