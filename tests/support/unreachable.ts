import type { EffectDeps } from "../../worker/effects/effect.ts";

const nobody = () => Promise.reject(new Error("this effect needs nothing else"));

export const UNREACHABLE = {
  smsSender: null,
  reporter: null,
  getEnquiry: nobody,
  claimAutoReply: nobody,
  findMailToken: nobody,
  findSmsCode: nobody,
  findUserContact: nobody,
  getPurchaseConversion: nobody,
  stripeActions: new Proxy({} as EffectDeps["stripeActions"], { get: () => nobody }),
  codes: new Proxy({} as EffectDeps["codes"], { get: () => nobody }),
  now: () => new Date("2026-11-20T12:00:00Z"),
  teamEmail: "team@tidepost.example",
  siteUrl: "https://tidepost.example",
  opsUrl: "https://ops.tidepost.example",
} satisfies Partial<EffectDeps>;
