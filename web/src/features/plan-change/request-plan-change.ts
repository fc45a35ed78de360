import type {
  PlanChangeResponse,
  PlanChangePreview,
  PlanChangePreviewRequest,
} from "#contracts/api/plan-change.ts";
import { callApi } from "../session/call-function.ts";

/**
 * What a change does and costs.
 *
 * @throws what `callApi` throws; another error when the answer is not what the contract promises
 */
export async function fetchPlanChangePreview(
  selection: PlanChangePreviewRequest,
): Promise<PlanChangePreview> {
  const [response, contract] = await Promise.all([
    callApi("POST", "plan-change/preview", selection),
    import("#contracts/api/plan-change.ts"),
  ]);
  return contract.PlanChangePreview.parse(await response.json());
}

/**
 * Makes a change at the sum that its owner has seen.
 *
 * @throws as `fetchPlanChangePreview`; `amount_changed` is refused where the sum is another one by now
 */
export async function confirmPlanChange(
  selection: PlanChangePreviewRequest,
  shown: Pick<PlanChangePreview, "proration_date" | "due_today_pence">,
): Promise<PlanChangeResponse> {
  const [response, contract] = await Promise.all([
    callApi("POST", "plan-change", {
      ...selection,
      prorationDate: shown.proration_date,
      dueTodayPence: shown.due_today_pence,
    }),
    import("#contracts/api/plan-change.ts"),
  ]);
  return contract.PlanChangeResponse.parse(await response.json());
}

/**
 * Takes back a change that waits for the period's end.
 *
 * @throws what `callApi` throws
 */
export async function withdrawScheduledChange(subscriptionId: string): Promise<void> {
  await callApi("POST", "plan-change/withdraw", { subscriptionId });
}
