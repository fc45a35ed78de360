import type { Actor } from "#contracts/events/envelope.ts";

export const userActor = (userId: string): Actor => ({ kind: "user", userId });
