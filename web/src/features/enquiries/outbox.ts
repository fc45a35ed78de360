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
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;
  readonly deliver: Deliver;
  readonly hasConsented: () => boolean;
  readonly exclusively: (work: () => Promise<void>) => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newIdempotencyKey: () => string;
  readonly after: (ms: number, callback: () => void) => void;
};

export type EnquiryResult =
  | { readonly outcome: "delivered" }
  | { readonly outcome: "kept" }
  | { readonly outcome: "refused"; readonly message: string }
  | { readonly outcome: "lost" };

export type Outbox = {
  /**
   * Saves a copy before the first attempt and removes it once the server has confirmed it.
   * @param conversion dropped if consent is withdrawn before a resend
   */
  submit(form: EnquiryForm, conversion: Conversion | null): Promise<EnquiryResult>;
  resend(options: { early: boolean }): Promise<void>;
  takeRejected(formType: FormType): EnquiryForm | null;
};

// Longer than the request timeout, so that no other tab resends a copy during its first attempt.
const FIRST_ATTEMPT_MS = 15_000;

// Copies that another tab is sending still look due; this limits the polling.
const SHORTEST_PAUSE_MS = 1_000;

export function createOutbox(use: OutboxDependencies): Outbox {
  const read = () => parsePendingEnquiries(use.storage?.getItem(BACKUP_KEY) ?? null);

  function write(kept: readonly PendingEnquiry[]): boolean {
    if (use.storage === null) return false;
    try {
      if (kept.length === 0) use.storage.removeItem(BACKUP_KEY);
      else use.storage.setItem(BACKUP_KEY, JSON.stringify(kept));
      return true;
    } catch {
      // Quota exceeded.
      return false;
    }
  }

  function record(enquiry: PendingEnquiry, delivery: Delivery): void {
    write(afterAttempt(read(), enquiry.idempotencyKey, delivery, use.now()));
    if (delivery.outcome !== "delivered") return;
    try {
      use.storage?.setItem(RECEIPT_KEY, JSON.stringify(receiptFor(enquiry, delivery.id)));
    } catch {
      // Already delivered; the receipt is optional.
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
        // The form still shows it, so the copy is not needed.
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
