import type { CustomerAction } from "../clients/customer-actions.ts";
import type { DecisionClients } from "../clients/decision-clients.ts";
import type { EnquiryClients } from "../clients/enquiry-clients.ts";
import { checkActions } from "./check-actions.ts";
import { checkBilling } from "./check-billing.ts";
import { checkDecisions } from "./check-decisions.ts";
import { checkDeliveries } from "./check-deliveries.ts";
import { checkEffects } from "./check-effects.ts";
import { checkCompleteness, checkEnquiries, checkRecipients } from "./check-enquiries.ts";
import {
  checkActionResponses,
  checkDecisionResponses,
  checkEnquiryResponses,
  type Outage,
} from "./check-responses.ts";
import type { BillingState, Records, SentMail, Violation } from "./state.ts";

export interface RunResult extends Pick<EnquiryClients, "enquiries" | "attempts"> {
  readonly decisions: Pick<DecisionClients, "actions" | "untouched">;
  readonly edgeOutages: readonly Outage[];
  readonly records: Records;
  readonly mails: readonly SentMail[];
  readonly teamEmail: string;
  /** Null in a scenario without customers. */
  readonly billing: (BillingState & { readonly actions: readonly CustomerAction[] }) | null;
}

export function findViolations(result: RunResult): Violation[] {
  const { records, mails, decisions, edgeOutages, billing } = result;
  return [
    ...checkEnquiryResponses(result.attempts, edgeOutages),
    ...checkCompleteness(records),
    ...checkEnquiries(result),
    ...checkRecipients(result),
    ...checkEffects(records, mails),
    ...checkDeliveries(records, mails),
    ...checkDecisionResponses(decisions.actions, edgeOutages),
    ...checkDecisions({ ...decisions, records }),
    ...(billing === null
      ? []
      : [
          ...checkActionResponses(billing.actions, edgeOutages),
          ...checkBilling(billing),
          ...checkActions({ ...billing, ...records }),
        ]),
  ];
}
