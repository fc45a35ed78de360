import type { OrderDocumentRequest } from "#contracts/api/order-document.ts";
import { callApi } from "../../session/call-api.ts";
import { readPageUrl } from "../../subscription/api/fetch-stripe-page-url.ts";

/**
 * Null when the answer names no page.
 * @throws {CallError}
 */
export async function fetchDocumentUrl(request: OrderDocumentRequest): Promise<string | null> {
  return readPageUrl(await callApi("POST", "order-document", request));
}
