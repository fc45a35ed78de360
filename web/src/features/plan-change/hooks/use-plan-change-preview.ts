import { useState } from "react";
import useSWR, { type SWRResponse } from "swr";
import type { PlanChangePreview, PlanChangePreviewRequest } from "#contracts/api/plan-change.ts";
import { fetchPlanChangePreview } from "../api/plan-change.ts";

/** Fetches once per visit, because the prorated price changes with time. */
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
