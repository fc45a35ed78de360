import type { Conversion } from "#contracts/api/conversion.ts";
import type { EnquiryForm, EnquiryRequest, FormType } from "#contracts/api/enquiry.ts";
import type { Store } from "../../lib/browser-storage.ts";
import type { Deliver, Delivery } from "./api/deliver.ts";
import {
  afterAttempt,
  dueEnquiries,
  nextDueAt,
  pendingEnquiries,
  type PendingEnquiry,
} from "./pending-enquiries.ts";
import { receipt, receiptFor } from "./receipt.ts";

export type OutboxDependencies = {
  readonly storage: Store;
  readonly deliver: Deliver;
  readonly hasConsented: () => boolean;
  readonly exclusively: (work: () => Promise<void>) => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newIdempotencyKey: () => string;
  readonly after: (ms: number, callback: () => void) => void;
};

type EnquiryResult =
  | { readonly outcome: "delivered" }
  | { readonly outcome: "saved" }
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

export function createOutbox({
  storage,
  deliver,
  hasConsented,
  exclusively,
  now,
  newIdempotencyKey,
  after,
}: OutboxDependencies): Outbox {
  const read = () => pendingEnquiries.read(storage) ?? [];

  function write(enquiries: readonly PendingEnquiry[]): boolean {
    if (enquiries.length > 0) return pendingEnquiries.write(storage, enquiries);
    pendingEnquiries.remove(storage);
    return true;
  }

  function record(enquiry: PendingEnquiry, delivery: Delivery): void {
    write(afterAttempt(read(), enquiry.idempotencyKey, delivery, now()));
    // The contact page shows it as a message.
    if (delivery.outcome === "delivered" && enquiry.form.form_type !== "sample-month") {
      receipt.write(storage, receiptFor(enquiry, delivery.id));
    }
  }

  function requestFor({ form, conversion }: PendingEnquiry): EnquiryRequest {
    return conversion !== undefined && hasConsented() ? { ...form, conversion } : form;
  }

  function planNextAttempt(): void {
    const dueAt = nextDueAt(read());
    if (dueAt === null) return;
    const pauseMs = Math.max(SHORTEST_PAUSE_MS, dueAt - now());
    after(pauseMs, () => void resend({ early: false }));
  }

  async function resend(options: { early: boolean }): Promise<void> {
    await exclusively(async () => {
      for (const enquiry of dueEnquiries(read(), now(), options.early)) {
        record(enquiry, await deliver(requestFor(enquiry), enquiry.idempotencyKey));
      }
    });
    planNextAttempt();
  }

  async function submit(form: EnquiryForm, conversion: Conversion | null): Promise<EnquiryResult> {
    const sentAt = now();
    const enquiry: PendingEnquiry = {
      form,
      ...(conversion !== null && { conversion }),
      timestamp: new Date(sentAt).toISOString(),
      error: null,
      idempotencyKey: newIdempotencyKey(),
      attempts: 0,
      nextAttemptAt: sentAt + FIRST_ATTEMPT_MS,
      refused: false,
    };
    const isSaved = write([...read(), enquiry]);
    const delivery = await deliver(requestFor(enquiry), enquiry.idempotencyKey);
    record(enquiry, delivery);
    switch (delivery.outcome) {
      case "delivered":
        return { outcome: "delivered" };
      case "refused":
        // The form still shows it, so the copy is not needed.
        write(read().filter((pending) => pending.idempotencyKey !== enquiry.idempotencyKey));
        return { outcome: "refused", message: delivery.message };
      case "failed":
        planNextAttempt();
        return { outcome: isSaved ? "saved" : "lost" };
    }
  }

  function takeRejected(formType: FormType): EnquiryForm | null {
    const enquiries = read();
    const refused = enquiries.find(
      (enquiry) => enquiry.refused && enquiry.form.form_type === formType,
    );
    if (refused === undefined) return null;
    write(enquiries.filter((enquiry) => enquiry !== refused));
    return refused.form;
  }

  return { submit, resend, takeRejected };
}
