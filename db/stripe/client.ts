import { Stripe } from "stripe";

type StripeSettings = {
  readonly STRIPE_SECRET_KEY?: string | undefined;
  /** Only for the emulator: an HTTP URL without a path. */
  readonly STRIPE_API_BASE?: string | undefined;
};

/** Half of a job's time limit: stripe-node retries within it. */
const JOB_TIMEOUT_MS = 15_000;

/**
 * @returns null without a Stripe key
 * @throws {Error} for an address that is no HTTP URL, or has a path
 */
export function createStripe(
  settings: StripeSettings & { readonly STRIPE_SECRET_KEY: string },
  timeoutMs?: number,
): Stripe;
export function createStripe(settings: StripeSettings, timeoutMs?: number): Stripe | null;
export function createStripe(
  { STRIPE_SECRET_KEY: key, STRIPE_API_BASE: base }: StripeSettings,
  timeoutMs = JOB_TIMEOUT_MS,
): Stripe | null {
  if (key === undefined) return null;
  return new Stripe(key, {
    timeout: timeoutMs,
    telemetry: false,
    ...(base !== undefined && hostOptions(base)),
  });
}

function hostOptions(base: string): Pick<Stripe.StripeConfig, "host" | "port" | "protocol"> {
  const [, protocol, host, port] = /^(https?):\/\/([^/:]+)(?::(\d+))?$/.exec(base) ?? [];
  if (host === undefined || (protocol !== "http" && protocol !== "https")) {
    throw new Error("Stripe's address has the form http://host:port");
  }
  return { host, protocol, port: port ?? (protocol === "http" ? 80 : 443) };
}
