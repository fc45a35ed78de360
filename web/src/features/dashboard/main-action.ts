/** Most urgent first. */
const ACTIONS = ["address", "pay", "approve", "brief", "claim", "plan"] as const;
type MainAction = (typeof ACTIONS)[number];

/** Which of the waiting actions has the page's one main button; the others have secondary ones. */
export function mainActionOf(waiting: Readonly<Record<MainAction, boolean>>): MainAction | null {
  return ACTIONS.find((action) => waiting[action]) ?? null;
}
