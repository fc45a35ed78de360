import type { CatalogueItem } from "#contracts/catalogue.ts";
import { DASHBOARD_MESSAGES } from "#contracts/messages/dashboard.ts";
import type { ErrorTexts } from "../../../lib/error-message.ts";
import type { Action } from "../../../lib/use-action.ts";
import { apiErrors } from "../../session/api-errors.ts";
import { useGoTo } from "../../session/use-go-to.ts";
import { fetchPlanChangeUrl } from "../api/plan-change.ts";
import type { Direction } from "../plan-change-target.ts";

const FAILED = {
  upgrade: DASHBOARD_MESSAGES.upgradeFailed,
  downgrade: DASHBOARD_MESSAGES.downgradeFailed,
} as const;

export function useOpenPlanChange({ run }: Action) {
  const goTo = useGoTo();
  return (to: CatalogueItem, direction: Direction): Promise<void> => {
    const failed = FAILED[direction];
    const answer: ErrorTexts["answer"] = ({ userMessage }) => userMessage ?? failed;
    return run({ ...apiErrors(failed), answer }, async () => {
      goTo(await fetchPlanChangeUrl(to, direction));
      return null;
    });
  };
}
