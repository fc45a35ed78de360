import useSWR, { type SWRConfiguration, type SWRResponse } from "swr";
import type { BriefResponse } from "#contracts/api/content/brief.ts";
import { fetchBrief } from "../api/brief.ts";

export function useBrief(
  userId: string,
  options?: SWRConfiguration<BriefResponse>,
): SWRResponse<BriefResponse> {
  return useSWR(["brief", userId], fetchBrief, options);
}
