import { WHOLE_EVENT } from "#db/ops/replay-effects.ts";

export function causeLabel(cause: string): string {
  return cause === WHOLE_EVENT
    ? "dead-lettered events"
    : cause.replace(/^(effect|invariant):/, "$1 ");
}
