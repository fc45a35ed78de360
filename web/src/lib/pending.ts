let running = 0;

/** Counts what clicks began; while anything runs, `base.css` shows a bar. */
export function changePending(by: number): void {
  running = Math.max(0, running + by);
  document.documentElement.toggleAttribute("data-pending", running > 0);
}

/**
 * Sends the form that the visitor sent before hydration: `HOLD_FORMS_SCRIPT` in `site/html.ts` holds
 * it, and shows the bar.
 */
export function submitHeldForm(): void {
  const form: unknown = Reflect.get(window, "heldForm");
  if (!(form instanceof HTMLFormElement)) return;
  changePending(0);
  form.requestSubmit();
}
