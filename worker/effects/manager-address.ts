import type { EffectDeps } from "./effect-deps.ts";

/** The account manager's address, or the team's without one who may act. */
export async function managerAddress(deps: EffectDeps, managerId: string | null): Promise<string> {
  const email = managerId === null ? null : await deps.findManagerEmail(managerId);
  return email ?? deps.teamEmail;
}
