// Preloaded by workers and no-op workers of `workers.ts`. An email costs the whole system about 10 ms
// of CPU: four workers that ran their two hundred at once would measure how two cores are shared.
import { Worker } from "bullmq";

export const AT_ONCE = 5;

// oxlint-disable-next-line unbound-method -- called with its object below
const { run } = Worker.prototype;
Worker.prototype.run = function runFewAtOnce(this: Worker) {
  this.concurrency = AT_ONCE;
  return run.call(this);
};
