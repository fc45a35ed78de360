import { Actor } from "#contracts/events/envelope.ts";

export function actorLabel(value: unknown): string {
  const actor = Actor.safeParse(value);
  if (!actor.success) return "unknown";
  switch (actor.data.kind) {
    case "visitor":
      return "a visitor";
    case "user":
      return `customer ${actor.data.userId}`;
    case "ops":
      return `${actor.data.name}, ops`;
    case "system":
      return `the system, ${actor.data.name}`;
  }
}
