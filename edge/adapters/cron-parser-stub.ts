// BullMQ parses cron patterns for job schedulers, which the edge does not use. `wrangler.toml` bundles this
// file in place of `cron-parser` and its date library, a tenth of the bundle.
export const CronExpressionParser = {
  parse(): never {
    throw new Error("Bug: the edge schedules no jobs");
  },
};
