/** The provider's keys are letters and digits; the shortest ever given out has 24 of them behind its prefix. */
const FORM = /^pk_(?:live|test)_[A-Za-z0-9]{24,}$/;

/** Long words and long runs of one sign, which a random key as good as never has. */
const PLACEHOLDER = /placeholder|publishable|replace|changeme|example|yourkey|keyhere|(.)\1{7}/i;

/**
 * Whether a text is a publishable key of the payment provider: with the live or the test prefix, and no placeholder that
 * somebody forgot to fill.
 */
export function isPublishableKey(text: string): boolean {
  return FORM.test(text) && !PLACEHOLDER.test(text);
}
