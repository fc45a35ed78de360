// Loaded with --import into a worker: SIGUSR2 moves its clock forward by CLOCK_STEP_MS, the next
// one back. Timers run on.
const stepMs = Number(process.env["CLOCK_STEP_MS"]);
const trueNow = Date.now;
let aheadMs = 0;

Date.now = () => trueNow() + aheadMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, asked) =>
    Reflect.construct(
      target,
      given.length === 0 ? [target.now()] : given,
      asked === globalThis.Date ? target : asked,
    ) as object,
});
process.on("SIGUSR2", () => {
  aheadMs = aheadMs === 0 ? stepMs : 0;
});
