/** An address as the payment provider's library wants it. */
export type StripeHostOptions = { host: string; port: number; protocol: "http" | "https" };

/**
 * Takes apart where the payment provider is, for those who do not go to its own address.
 *
 * @param base an HTTP address without a path
 * @throws {Error} when it is none
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
