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
  const [response, contract] = await Promise.all([
    callSignedIn("retention-offer", reason === null ? {} : { reason }),
    import("#contracts/api/cancellation.ts"),
  ]);
  return contract.RetentionOfferResponse.parse(await response.json());
}

/**
 * @param key idempotency key, a UUID
 * @throws {CallError}
 */
export async function acceptOffer(subscriptionId: string | null, key: string): Promise<void> {
  await sendRequest(
    "apply-retention-discount",
    subscriptionId,
    {
      discountPercent: RETENTION_OFFER.percentOff,
      durationMonths: RETENTION_OFFER.months,
    },
    { "idempotency-key": key },
  );
}

/** @throws {CallError} */
export async function cancelSubscription(
  subscriptionId: string | null,
  { reason, feedback }: CancellationDraft,
): Promise<void> {
  const trimmed = feedback.trim();
  await sendRequest("cancel-subscription", subscriptionId, {
    ...(reason !== null && { reason }),
    ...(trimmed !== "" && { feedback: trimmed }),
  });
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
  await sendRequest("cancel-subscription", subscriptionId, {
    ...DECLINED_OFFER,
    ...(trimmed !== "" && { feedback: trimmed }),
    ...(reason !== null && { cause: reason }),
  });
}

/**
 * @returns the message for the customer: a scheduled change may have gone with the cancellation
 * @throws {CallError}
 */
export async function resumeSubscription(subscriptionId: string | null): Promise<string> {
  return sendRequest("keep-subscription", subscriptionId);
}

/** @returns the message for the customer */
async function sendRequest(
  path: string,
  subscriptionId: string | null,
  fields: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  if (subscriptionId === null) throw new CallError(0, "no-subscription");
  const [response, contract] = await Promise.all([
    callSignedIn(path, { subscriptionId, ...fields }, headers),
    import("#contracts/api/cancellation.ts"),
  ]);
  const answer: ActionResponse = contract.ActionResponse.parse(await response.json());
  if (!answer.success) {
    throw new CallError(200, "not-done", answer.message === "" ? null : answer.message);
  }
  return answer.message;
}

async function callSignedIn(
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  if (readSession().state !== "signed-in") throw new CallError(0, "signed-out");
  return callApi("POST", path, body, headers);
}
