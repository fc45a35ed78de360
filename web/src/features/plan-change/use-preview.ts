import { useState } from "react";
import useSWR, { type SWRResponse } from "swr";
import type { PlanChangePreview, PlanChangePreviewRequest } from "#contracts/api/plan-change.ts";
import { fetchPlanChangePreview } from "./request-plan-change.ts";

/**
 * What a change does and costs, worked out once for each visit: the sum is that of a moment.
 *
 * @param wish null where the address names none; then nothing is asked
 */
export function usePlanChangePreview(
  selection: PlanChangePreviewRequest | null,
): SWRResponse<PlanChangePreview, unknown> {
  const [visit] = useState(() => crypto.randomUUID());
  return useSWR<PlanChangePreview, unknown>(
    selection === null ? null : ["plan-change", visit, JSON.stringify(selection)],
    async () => fetchPlanChangePreview(selection ?? {}),
    { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false },
  );
}
