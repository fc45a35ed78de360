/** Something that is done again and again by the clock. It may run twice, and in another process each time. */
export type Schedule = {
  /** When, as cron writes it, in UTC. */
  pattern: string;
  /** @returns what was done, for the log: counts, nothing personal */
  run: () => Promise<Readonly<Record<string, number>>>;
};
