import type {
  ChangeAnswer,
  ChangePreview,
  ChangePreviewRequest,
} from "#contracts/api/plan-change.ts";
import { callFunction } from "../session/call-function.ts";

/**
 * What a change does and costs.
 *
 * @throws what `callFunction` throws; another error when the answer is not what the contract promises
 */
export async function fetchPreview(wish: ChangePreviewRequest): Promise<ChangePreview> {
  const [response, contract] = await Promise.all([
    callFunction("POST", "plan-change/preview", wish),
    import("#contracts/api/plan-change.ts"),
  ]);
  return contract.ChangePreview.parse(await response.json());
}

/**
 * Makes a change at the sum that its owner has seen.
 *
 * @throws as `fetchPreview`; `amount_changed` is refused where the sum is another one by now
 */
export async function confirmChange(
  wish: ChangePreviewRequest,
  shown: Pick<ChangePreview, "proration_date" | "due_today_pence">,
): Promise<ChangeAnswer> {
  const [response, contract] = await Promise.all([
    callFunction("POST", "plan-change", {
      ...wish,
      prorationDate: shown.proration_date,
      dueTodayPence: shown.due_today_pence,
    }),
    import("#contracts/api/plan-change.ts"),
  ]);
  return contract.ChangeAnswer.parse(await response.json());
}

/**
 * Takes back a change that waits for the period's end.
 *
 * @throws what `callFunction` throws
 */
export async function withdrawChange(subscriptionId: string): Promise<void> {
  await callFunction("POST", "plan-change/withdraw", { subscriptionId });
}
