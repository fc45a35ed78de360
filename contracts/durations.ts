export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** @param day for example `2026-11-27` */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Between two mails of one kind to one mailbox, unless a setting says otherwise. */
export const MAIL_PAUSE_S = 60;
