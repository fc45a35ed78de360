import type { AccountManager } from "#contracts/api/content/account-manager.ts";

/** Sentences for a customer; none without an account manager. */
export function managerLines(manager: AccountManager | null): string[] {
  if (manager === null) return [];
  const { name, hours, whatsApp } = manager;
  const way = whatsApp === null ? "" : `, on WhatsApp at ${whatsApp}`;
  return [`Your account manager is ${name}: ${hours}${way}.`];
}
