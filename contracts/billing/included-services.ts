import type { Plan } from "../catalogue.ts";

export const WHATSAPP_TO_MANAGER = "WhatsApp to your account manager";

export function includedServices(plan: Plan): readonly string[] {
  return plan.showsAccountManager ? [...plan.features, WHATSAPP_TO_MANAGER] : plan.features;
}
