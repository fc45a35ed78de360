export type StripeHostOptions = { host: string; port: number; protocol: "http" | "https" };

/**
 * Splits a base URL into the options of the Stripe SDK, for a stand-in.
 *
 * @param base an HTTP URL without a path
 * @throws {Error} for anything else
 */
export function stripeHostOptions(base: string): StripeHostOptions {
  const [, protocol, host, port] = /^(https?):\/\/([^/:]+)(?::(\d+))?$/.exec(base) ?? [];
  if (protocol === undefined || host === undefined) {
    throw new Error("the payment provider's address has the form http://host:port");
  }
  const isPlain = protocol === "http";
  return {
    host,
    port: port === undefined ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? "http" : "https",
  };
}
