import type { Limits, LimitResult } from "../../edge/auth/limits/limits.ts";

const ALLOWED: LimitResult = { allowed: true, retryAfterS: 0 };

export const UNLIMITED: Limits = {
  take: () => Promise.resolve(ALLOWED),
  uncount: () => Promise.resolve(),
  checkPasswordAttempt: () => Promise.resolve(ALLOWED),
  checkCodeAttempt: () => Promise.resolve(ALLOWED),
  uncountCodeAttempt: () => Promise.resolve(),
  recordCodeSuccess: () => Promise.resolve(),
  recordSuccessFrom: () => Promise.resolve(),
};
