/** The conversion port: what effects report of an act that an advert may have led to, and who fulfils it. */
import type { StoredConversion } from "#contracts/api/conversion.ts";
import { PermanentError } from "../pipeline/permanent-error.ts";

/** What was done, and what about. */
type Act =
  | { name: "Lead"; content: { readonly name: string; readonly category: string } }
  | { name: "Purchase"; content: { readonly name: string; readonly type: "product" } };

/** One act of one person who consented. The browser may report the same act under the same id. */
export type ConversionReport = Act & {
  /** In pounds. */
  value: number;
  currency: string;
  person: { email: string | null; firstName?: string; lastName?: string };
  /** ISO 8601. */
  occurredAt: string;
  conversion: StoredConversion;
};

export type ConversionReporter = {
  /**
   * Reports one act. Reports of the same name and event id count once, whoever they come from.
   *
   * @returns the provider's id of the report, or null where it gives none
   * @throws {ConversionRejected} when reporting the same again cannot succeed
   * @throws any other error when it is unknown whether the report arrived, or when a repeat may succeed
   */
  report(report: ConversionReport): Promise<{ externalId: string | null }>;
};

/** The provider refuses this report for good. The message names its code, never a person. */
export class ConversionRejected extends PermanentError {
  override readonly name = "ConversionRejected";
}
