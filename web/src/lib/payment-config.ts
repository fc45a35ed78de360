import { isBackendConfigured, readSiteConfig } from "./site-config.ts";

export function isPaymentConfigured(): boolean {
  const key = document.querySelector<HTMLMetaElement>('meta[name="tidepost:stripe-key"]')?.content;
  return isBackendConfigured(readSiteConfig()) && isPublishableKey(key ?? "");
}

/** The shortest Stripe keys have 24 letters and digits after the prefix. */
const FORM = /^pk_(?:live|test)_[A-Za-z0-9]{24,}$/;

/** Words and long runs of one character, which random keys practically never contain. */
const PLACEHOLDER = /placeholder|publishable|replace|changeme|example|yourkey|keyhere|(.)\1{7}/i;

export function isPublishableKey(text: string): boolean {
  return FORM.test(text) && !PLACEHOLDER.test(text);
}
