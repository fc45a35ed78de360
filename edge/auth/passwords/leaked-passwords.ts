import { createHash } from "node:crypto";
import type { Logger } from "../../http/logger.ts";

const RANGE = "https://api.pwnedpasswords.com/range/";
/** A person waits. */
const RESPONSE_LIMIT_MS = 1_000;
const PREFIX_CHARACTERS = 5;

export type LeakedPasswords = {
  /** False, with a warning in the log, when the service is slow or away. */
  has(password: string): Promise<boolean>;
};

/**
 * Asks Have I Been Pwned by k-anonymity: it gets five of the 40 digits of the password's SHA-1
 * and answers every rest that it knows.
 */
export function createLeakedPasswords(
  send: (request: Request) => Promise<Response>,
  log: Pick<Logger, "warn">,
  responseLimitMs: number = RESPONSE_LIMIT_MS,
): LeakedPasswords {
  return {
    async has(password) {
      const digest = createHash("sha1").update(password).digest("hex").toUpperCase();
      const request = new Request(RANGE + digest.slice(0, PREFIX_CHARACTERS), {
        // Padding hides the length of the response from eavesdroppers.
        headers: { "add-padding": "true", "user-agent": "tidepost" },
        signal: AbortSignal.timeout(responseLimitMs),
      });
      try {
        const response = await send(request);
        if (!response.ok) throw new Error(`status ${String(response.status)}`);
        return isListed(await response.text(), digest.slice(PREFIX_CHARACTERS));
      } catch {
        log.warn("leaked_passwords_unreachable");
        return false;
      }
    },
  };
}

/** Each line is `<rest>:<count>`; padding has the count 0. */
function isListed(lines: string, rest: string): boolean {
  return lines.split("\n").some((line) => {
    const [suffix, count] = line.trim().split(":");
    return suffix === rest && Number(count) > 0;
  });
}
