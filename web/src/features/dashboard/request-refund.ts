import { callApi } from "../session/call-api.ts";

/**
 * Asks for the money back under the guarantee, in writing.
 *
 * @param message what they say to it; may be empty
 * @returns what is answered, for people
 * @throws what `callApi` throws; another error when the answer is not what the contract promises
 */
export async function requestRefund(subscriptionId: string, message: string): Promise<string> {
  const [response, contract] = await Promise.all([
    callApi("POST", "refund-request", { subscriptionId, message }),
    import("#contracts/api/cancellation.ts"),
  ]);
  return contract.ActionResponse.parse(await response.json()).message;
}
