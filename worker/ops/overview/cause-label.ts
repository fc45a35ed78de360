import { WHOLE_EVENT } from "#db/ops/replay-effects.ts";

export function causeLabel(cause: string): string {
  if (cause === WHOLE_EVENT) return "dead-lettered events";
  const [kind = "", name = ""] = cause.split(":");
  return `${kind} ${name}`.trimEnd();
}
