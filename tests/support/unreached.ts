import type { EffectDeps } from "../../worker/effects/catalogue.ts";

const nobody = () => Promise.reject(new Error("whoever writes this mail asks for nothing else"));

/** What the effects are given for mails about money, which reach nothing but their reader. */
export const UNREACHED = {
  texter: null,
  reporter: null,
  loadSubmission: nobody,
  claimAutoReply: nobody,
  loadMailToken: nobody,
  loadTextCode: nobody,
  loadAccountOwner: nobody,
  loadPurchaseConversion: nobody,
  cashier: new Proxy({} as EffectDeps["cashier"], { get: () => nobody }),
  codes: new Proxy({} as EffectDeps["codes"], { get: () => nobody }),
  now: () => new Date("2026-11-20T12:00:00Z"),
  teamEmail: "team@tidepost.example",
  siteUrl: "https://tidepost.example",
  opsUrl: "https://ops.tidepost.example",
} satisfies Partial<EffectDeps>;
