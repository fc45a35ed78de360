import type { EnquiryRequest } from "#contracts/api/enquiry.ts";
import type { SiteConfig } from "../../../../stamp.ts";
import { fieldsOf, textOf } from "../../../lib/json.ts";
import { isBackendConfigured } from "../../../lib/site-config.ts";

export type Delivery =
  | { readonly outcome: "delivered"; readonly id: string }
  /** The server rejects the content; a retry cannot succeed. */
  | { readonly outcome: "refused"; readonly message: string }
  | { readonly outcome: "failed"; readonly note: string; readonly retryAfterMs: number | null };

export type Deliver = (enquiry: EnquiryRequest, idempotencyKey: string) => Promise<Delivery>;

// Milliseconds: enough for a weak mobile signal, short enough that the page does not seem broken.
const TIMEOUT_MS = 10_000;

/** Statuses that reject the content; every other error is retried. */
const REFUSALS = new Set([400, 413, 422]);

/** Never throws: every failure is an outcome. */
export function createDeliver(options: {
  config: Pick<SiteConfig, "apiUrl" | "anonKey">;
  fetch: typeof fetch;
}): Deliver {
  const { config } = options;
  return async (enquiry, idempotencyKey) => {
    if (!isBackendConfigured(config)) return failed("The backend is not configured.");
    try {
      const response = await options.fetch(`${config.apiUrl}/rest/v1/form_submissions`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          apikey: config.anonKey,
          authorization: `Bearer ${config.anonKey}`,
          "idempotency-key": idempotencyKey,
        },
        body: JSON.stringify(enquiry),
        // Lets the request finish after the visitor leaves.
        keepalive: true,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const body = fieldsOf(await response.json().catch(() => null));
      if (response.ok) {
        const id = textOf(body["id"]);
        return id === null || id === ""
          ? failed("The answer has no id.")
          : { outcome: "delivered", id };
      }
      const message = textOf(body["message"]) ?? `HTTP ${response.status}`;
      return REFUSALS.has(response.status)
        ? { outcome: "refused", message }
        : failed(message, retryAfterMs(response.headers.get("retry-after")));
    } catch (error) {
      return failed(error instanceof Error ? error.message : "The request failed.");
    }
  };
}

function failed(note: string, retryAfter: number | null = null): Delivery {
  return { outcome: "failed", note, retryAfterMs: retryAfter };
}

function retryAfterMs(header: string | null): number | null {
  const seconds = Number(header);
  return header === null || !Number.isFinite(seconds) || seconds < 0 ? null : seconds * 1_000;
}
