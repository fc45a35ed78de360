import { localStorageOrNull } from "../../lib/browser-storage.ts";
import { readSiteConfig } from "../../lib/site-config.ts";
import { hasConsented } from "../consent/consent.ts";
import { createDeliver } from "./api/deliver.ts";
import { createOutbox, type Outbox } from "./outbox.ts";

let outbox: Outbox | undefined;

export function browserOutbox(): Outbox {
  if (outbox !== undefined) return outbox;
  outbox = createOutbox({
    storage: localStorageOrNull(),
    deliver: createDeliver({
      config: readSiteConfig(),
      fetch: window.fetch.bind(window),
      solveCaptcha: async () =>
        (await import("../captcha/solve-captcha.tsx")).solveCaptcha("enquiry"),
    }),
    hasConsented,
    exclusively: inOneTab,
    now: Date.now,
    newIdempotencyKey: () => crypto.randomUUID(),
    after: (ms, callback) => window.setTimeout(callback, ms),
  });
  window.addEventListener("online", resumeDelivery);
  return outbox;
}

export function resumeDelivery(): void {
  void browserOutbox().resend({ early: true });
}

/** Without Web Locks two tabs may send the same copy; the idempotency key makes that harmless. */
async function inOneTab(work: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return work();
  await navigator.locks.request("tidepost-outbox", { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work();
  });
}
