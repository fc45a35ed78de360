export const PURCHASE_STEPS = ["Plan", "Pay", "Brief"] as const;
export const PLAN_CHANGE_STEPS = ["Plan", "Confirm"] as const;
