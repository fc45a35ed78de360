/** In either direction, as Svix's own libraries. */
const TOLERANCE_S = 300;

type SvixHeaders = { id: string; timestamp: string; signature: string };

/**
 * Whether Svix, which delivers Resend's webhooks, signed this very text in the last five minutes.
 * https://docs.svix.com/receiving/verifying-payloads/how-manual
 *
 * @param secrets after `whsec_` in base64; two during a rotation
 */
export async function isSignedBySvix(
  payload: string,
  { id, timestamp, signature }: SvixHeaders,
  secrets: readonly string[],
  now: Date,
): Promise<boolean> {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > TOLERANCE_S) return false;
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${payload}`);
  const given = signature
    .split(" ")
    .flatMap((part) => (part.startsWith("v1,") ? [Buffer.from(part.slice(3), "base64")] : []));
  for (const secret of secrets) {
    const key = await importKey(secret);
    // Compares in constant time.
    for (const mac of given) if (await crypto.subtle.verify("HMAC", key, mac, signed)) return true;
  }
  return false;
}

function importKey(secret: string): Promise<CryptoKey> {
  const bytes = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"]);
}
