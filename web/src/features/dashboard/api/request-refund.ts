import { callApi } from "../../session/call-api.ts";

/**
 * @returns the message for the customer
 * @throws {CallError}; another error when the answer breaks the contract
 */
export async function requestRefund(subscriptionId: string, message: string): Promise<string> {
  const [response, contract] = await Promise.all([
    callApi("POST", "refund-request", { subscriptionId, message }),
    import("#contracts/api/cancellation.ts"),
  ]);
  return contract.ActionResponse.parse(await response.json()).message;
}
