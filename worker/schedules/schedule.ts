/** May run twice, in any process. */
export type Schedule = {
  /** Cron, in UTC. */
  pattern: string;
  /** @returns counts for the log, no personal data */
  run: () => Promise<Readonly<Record<string, number>>>;
};
