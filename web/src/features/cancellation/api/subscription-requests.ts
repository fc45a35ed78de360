import type { ActionResponse, RetentionOfferResponse } from "#contracts/api/cancellation.ts";
import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import type { CancelReason } from "#contracts/billing/retention-offer.ts";
import { CallError } from "../../../lib/call-error.ts";
import { callApi } from "../../session/call-api.ts";
import { readSession } from "../../session/session.ts";
import type { CancellationDraft } from "../cancellation-draft.ts";

/**
 * Requests the retention offer, which records it as shown.
 * @throws {CallError}
 */
export async function requestOffer(reason: CancelReason | null): Promise<RetentionOfferResponse> {
  requireSignedIn();
  const [response, contract] = await Promise.all([
    callApi("POST", "retention-offer", reason === null ? {} : { reason }),
    import("#contracts/api/cancellation.ts"),
  ]);
  return contract.RetentionOfferResponse.parse(await response.json());
}

/**
 * @param key idempotency key
 * @throws {CallError}
 */
export async function acceptOffer(subscriptionId: string | null, key: string): Promise<void> {
  const { percentOff: discountPercent, months: durationMonths } = RETENTION_OFFER;
  await sendRequest(subscriptionId, (id) =>
    callApi(
      "POST",
      "apply-retention-discount",
      { subscriptionId: id, discountPercent, durationMonths },
      { "idempotency-key": key },
    ),
  );
}

/** @throws {CallError} */
export async function cancelSubscription(
  subscriptionId: string | null,
  { reason, feedback }: CancellationDraft,
): Promise<void> {
  const trimmed = feedback.trim();
  await sendRequest(subscriptionId, (id) =>
    callApi("POST", "cancel-subscription", {
      subscriptionId: id,
      ...(reason !== null && { reason }),
      ...(trimmed !== "" && { feedback: trimmed }),
    }),
  );
}

/**
 * Cancels from the page of the retention offer. The user's feedback replaces the default one.
 * @throws {CallError}
 */
export async function declineOffer(
  subscriptionId: string | null,
  { reason, feedback }: CancellationDraft,
): Promise<void> {
  const { DECLINED_OFFER } = await import("#contracts/api/cancellation.ts");
  const trimmed = feedback.trim();
  await sendRequest(subscriptionId, (id) =>
    callApi("POST", "cancel-subscription", {
      subscriptionId: id,
      ...DECLINED_OFFER,
      ...(trimmed !== "" && { feedback: trimmed }),
      ...(reason !== null && { cause: reason }),
    }),
  );
}

/**
 * @returns the message for the customer: a scheduled change may have gone with the cancellation
 * @throws {CallError}
 */
export async function resumeSubscription(subscriptionId: string | null): Promise<string> {
  return sendRequest(subscriptionId, (id) =>
    callApi("POST", "keep-subscription", { subscriptionId: id }),
  );
}

async function sendRequest(
  subscriptionId: string | null,
  send: (subscriptionId: string) => Promise<Response>,
): Promise<string> {
  if (subscriptionId === null) throw new CallError(0, "no-subscription");
  requireSignedIn();
  const [response, contract] = await Promise.all([
    send(subscriptionId),
    import("#contracts/api/cancellation.ts"),
  ]);
  const answer: ActionResponse = contract.ActionResponse.parse(await response.json());
  if (!answer.success) {
    throw new CallError(200, "not-done", answer.message === "" ? null : answer.message);
  }
  return answer.message;
}

/** @throws {CallError} */
function requireSignedIn(): void {
  if (readSession().state !== "signed-in") throw new CallError(0, "signed-out");
}
