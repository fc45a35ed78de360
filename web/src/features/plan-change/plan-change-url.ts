import type { PlanChangePreviewRequest } from "#contracts/api/plan-change.ts";
import { paths } from "../../paths.ts";

export function planChangeUrl({ plan, add = [], remove = [] }: PlanChangePreviewRequest): string {
  const query = new URLSearchParams([
    ...(plan === undefined ? [] : [["plan", plan]]),
    ...add.map((priceId) => ["add", priceId]),
    ...remove.map((priceId) => ["remove", priceId]),
  ]);
  return `${paths.changePlan}?${query}`;
}
