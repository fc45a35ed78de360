import type { Conversion } from "#contracts/api/conversion.ts";
import type { EnquiryForm, FormType, EnquiryRequest } from "#contracts/api/enquiry.ts";
import type { Deliver, Delivery } from "./deliver.ts";
import { BACKUP_KEY } from "./has-saved-enquiries.ts";
import {
  dueEnquiries,
  type PendingEnquiry,
  nextDueAt,
  parsePendingEnquiries,
  afterAttempt,
} from "./saved-enquiries.ts";
import { RECEIPT_KEY, receiptFor } from "./receipt.ts";

export type OutboxDependencies = {
  /** Null when the browser forbids storage. */
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;
  readonly deliver: Deliver;
  /** Whether the visitor still lets us tell the advertiser. */
  readonly hasConsented: () => boolean;
  /** Runs the work unless another tab is at it already. */
  readonly exclusively: (work: () => Promise<void>) => Promise<void>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly newIdempotencyKey: () => string;
  /** Calls back once after a pause in milliseconds. */
  readonly after: (ms: number, callback: () => void) => void;
};

export type EnquiryResult =
  | { readonly outcome: "delivered" }
  /** Not there yet; a copy is kept and sent again by itself. */
  | { readonly outcome: "kept" }
  | { readonly outcome: "refused"; readonly message: string }
  /** Neither delivered nor kept, because the browser forbids storage as well. */
  | { readonly outcome: "lost" };

export type Outbox = {
  /**
   * Hands an enquiry to the server, keeping a copy from before the first attempt until it has arrived.
   *
   * @param conversion what the advertiser may be told, or null; left out again should consent be withdrawn
   */
  submit(form: EnquiryForm, conversion: Conversion | null): Promise<EnquiryResult>;
  /** Sends every kept copy that may be sent; `early` does not wait for pauses to end. */
  resend(options: { early: boolean }): Promise<void>;
  /** Takes back a copy that the server refused, so that its form can be corrected. */
  takeRejected(formType: FormType): EnquiryForm | null;
};

// Longer than a request may take, so that no other tab sends a copy whose first attempt is still under way.
const FIRST_ATTEMPT_MS = 15_000;

// While another tab is sending, its copies look due here; asking once a second is enough.
const SHORTEST_PAUSE_MS = 1_000;

/** The enquiries on their way out of this browser. Everything that touches the world is handed in. */
export function createOutbox(use: OutboxDependencies): Outbox {
  const read = () => parsePendingEnquiries(use.storage?.getItem(BACKUP_KEY) ?? null);

  function write(kept: readonly PendingEnquiry[]): boolean {
    if (use.storage === null) return false;
    try {
      if (kept.length === 0) use.storage.removeItem(BACKUP_KEY);
      else use.storage.setItem(BACKUP_KEY, JSON.stringify(kept));
      return true;
    } catch {
      // The quota is used up.
      return false;
    }
  }

  function record(enquiry: PendingEnquiry, delivery: Delivery): void {
    write(afterAttempt(read(), enquiry.idempotencyKey, delivery, use.now()));
    if (delivery.outcome !== "delivered") return;
    try {
      use.storage?.setItem(RECEIPT_KEY, JSON.stringify(receiptFor(enquiry, delivery.id)));
    } catch {
      // The enquiry has arrived; a missing receipt changes nothing.
    }
  }

  function requestFor({ form, conversion }: PendingEnquiry): EnquiryRequest {
    return conversion !== undefined && use.hasConsented() ? { ...form, conversion } : form;
  }

  function planNextAttempt(): void {
    const dueAt = nextDueAt(read());
    if (dueAt === null) return;
    const pauseMs = Math.max(SHORTEST_PAUSE_MS, dueAt - use.now());
    use.after(pauseMs, () => void resend({ early: false }));
  }

  async function resend(options: { early: boolean }): Promise<void> {
    await use.exclusively(async () => {
      for (const enquiry of dueEnquiries(read(), use.now(), options.early)) {
        record(enquiry, await use.deliver(requestFor(enquiry), enquiry.idempotencyKey));
      }
    });
    planNextAttempt();
  }

  async function submit(form: EnquiryForm, conversion: Conversion | null): Promise<EnquiryResult> {
    const sentAt = use.now();
    const enquiry: PendingEnquiry = {
      form,
      ...(conversion !== null && { conversion }),
      timestamp: new Date(sentAt).toISOString(),
      error: null,
      idempotencyKey: use.newIdempotencyKey(),
      attempts: 0,
      nextAttemptAt: sentAt + FIRST_ATTEMPT_MS,
      refused: false,
    };
    const isKept = write([...read(), enquiry]);
    const delivery = await use.deliver(requestFor(enquiry), enquiry.idempotencyKey);
    record(enquiry, delivery);
    switch (delivery.outcome) {
      case "delivered":
        return { outcome: "delivered" };
      case "refused":
        // The visitor is still here to correct it, so no copy has to wait.
        write(read().filter((kept) => kept.idempotencyKey !== enquiry.idempotencyKey));
        return { outcome: "refused", message: delivery.message };
      case "failed":
        planNextAttempt();
        return { outcome: isKept ? "kept" : "lost" };
    }
  }

  function takeRejected(formType: FormType): EnquiryForm | null {
    const kept = read();
    const refused = kept.find((enquiry) => enquiry.refused && enquiry.form.form_type === formType);
    if (refused === undefined) return null;
    write(kept.filter((enquiry) => enquiry !== refused));
    return refused.form;
  }

  return { submit, resend, takeRejected };
}
