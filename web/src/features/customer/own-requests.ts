import { callFunction } from "../session/call-function.ts";

/**
 * Asks for the money back under the guarantee, in writing.
 *
 * @param message what they say to it; may be empty
 * @returns what is answered, for people
 * @throws what `callFunction` throws; another error when the answer is not what the contract promises
 */
export async function askMoneyBack(subscriptionId: string, message: string): Promise<string> {
  const [response, contract] = await Promise.all([
    callFunction("POST", "refund-request", { subscriptionId, message }),
    import("#contracts/api/retention.ts"),
  ]);
  return contract.DoneAnswer.parse(await response.json()).message;
}
