import { CAPTCHA_HEADER } from "#contracts/api/captcha.ts";
import type { EnquiryRequest } from "#contracts/api/enquiry.ts";
import { fieldsOf, textOf } from "../../../lib/json.ts";
import { newTraceparent } from "../../../lib/new-traceparent.ts";
import type { SiteConfig } from "../../../lib/site-config.ts";
import { isBackendConfigured } from "../../../lib/site-config.ts";

export type Delivery =
  | { readonly outcome: "delivered"; readonly id: string }
  /** The server rejects the content; a retry cannot succeed. */
  | { readonly outcome: "refused"; readonly message: string; readonly code?: string | null }
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
  /** Null when the visitor gave up. */
  solveCaptcha: () => Promise<string | null>;
}): Deliver {
  const { config } = options;
  return async (enquiry, idempotencyKey) => {
    if (!isBackendConfigured(config)) return failed("The backend is not configured.");
    const send = (captcha: Readonly<Record<string, string>> = {}) =>
      options.fetch(`${config.apiUrl}/rest/v1/form_submissions`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          apikey: config.anonKey,
          authorization: `Bearer ${config.anonKey}`,
          "idempotency-key": idempotencyKey,
          traceparent: newTraceparent(idempotencyKey),
          ...captcha,
        },
        body: JSON.stringify(enquiry),
        // Lets the request finish after the visitor leaves.
        keepalive: true,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    try {
      const delivery = await readDelivery(await send());
      if (delivery.outcome !== "refused" || delivery.code !== "captcha_failed") return delivery;
      const token = await options.solveCaptcha();
      return token === null
        ? delivery
        : await readDelivery(await send({ [CAPTCHA_HEADER]: token }));
    } catch (error) {
      return failed(error instanceof Error ? error.message : "The request failed.");
    }
  };
}

async function readDelivery(response: Response): Promise<Delivery> {
  const body = fieldsOf(await response.json().catch(() => null));
  if (response.ok) {
    const id = textOf(body["id"]);
    return id === null || id === ""
      ? failed("The answer has no id.")
      : { outcome: "delivered", id };
  }
  const message = textOf(body["message"]) ?? `HTTP ${response.status}`;
  return REFUSALS.has(response.status)
    ? { outcome: "refused", message, code: textOf(body["code"]) }
    : failed(message, retryAfterMs(response.headers.get("retry-after")));
}

function failed(note: string, retryAfter: number | null = null): Delivery {
  return { outcome: "failed", note, retryAfterMs: retryAfter };
}

function retryAfterMs(header: string | null): number | null {
  const seconds = Number(header);
  return header === null || !Number.isFinite(seconds) || seconds < 0 ? null : seconds * 1_000;
}
