import type { EffectDeps } from "../../worker/effects/effect.ts";

const unexpectedCall = () =>
  Promise.reject(new Error("Bug: the effect called a dependency that its test does not provide"));

export const UNREACHABLE = {
  smsSender: null,
  reporter: null,
  material: { add: unexpectedCall, check: unexpectedCall, removeObjects: unexpectedCall },
  getEnquiry: unexpectedCall,
  claimAutoReply: unexpectedCall,
  findMailToken: unexpectedCall,
  findSmsCode: unexpectedCall,
  findUserContact: unexpectedCall,
  findErasedAddress: unexpectedCall,
  forgetErasedAddress: unexpectedCall,
  retryAddress: unexpectedCall,
  getInvoice: unexpectedCall,
  findDeclineReason: unexpectedCall,
  getPurchaseConversion: unexpectedCall,
  recordSecondSubscriptions: unexpectedCall,
  isPromiseOpen: unexpectedCall,
  isReturningCustomer: unexpectedCall,
  findAnnouncedComments: unexpectedCall,
  findTrialReader: unexpectedCall,
  findReportPeriod: unexpectedCall,
  openApprovalLinks: unexpectedCall,
  findApprovalRequest: unexpectedCall,
  findReceipt: unexpectedCall,
  closeCheckoutSession: unexpectedCall,
  stripeActions: new Proxy({} as EffectDeps["stripeActions"], { get: () => unexpectedCall }),
  codes: new Proxy({} as EffectDeps["codes"], { get: () => unexpectedCall }),
  contentLinks: new Proxy({} as EffectDeps["contentLinks"], { get: () => unexpectedCall }),
  now: () => new Date("2026-11-20T12:00:00Z"),
  teamEmail: "team@tidepost.example",
  siteUrl: "https://tidepost.example",
  apiUrl: "https://api.tidepost.example",
  opsUrl: "https://ops.tidepost.example",
} satisfies Partial<EffectDeps>;
