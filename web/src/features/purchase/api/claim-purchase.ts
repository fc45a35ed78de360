import type { ClaimRequest } from "#contracts/api/unclaimed-purchases.ts";
import { callApi } from "../../session/call-api.ts";

/** @throws {CallError} */
export async function claimPurchase(request: ClaimRequest): Promise<void> {
  await callApi("POST", "unclaimed-purchases", request);
}
