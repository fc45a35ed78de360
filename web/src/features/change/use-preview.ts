import { useState } from "react";
import useSWR, { type SWRResponse } from "swr";
import type { ChangePreview, ChangePreviewRequest } from "#contracts/api/plan-change.ts";
import { fetchPreview } from "./request-change.ts";

/**
 * What a change does and costs, worked out once for each visit: the sum is that of a moment.
 *
 * @param wish null where the address names none; then nothing is asked
 */
export function usePreview(wish: ChangePreviewRequest | null): SWRResponse<ChangePreview, unknown> {
  const [visit] = useState(() => crypto.randomUUID());
  return useSWR<ChangePreview, unknown>(
    wish === null ? null : ["plan-change", visit, JSON.stringify(wish)],
    async () => fetchPreview(wish ?? {}),
    { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false },
  );
}
