const LONGEST = 300;

/**
 * What an error says, fit for the ledger, the queue and the log: one line, no e-mail address, no credentials
 * in an address.
 */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return (
    text
      .replaceAll(/[\p{Cc}\p{Cs}]+/gu, " ")
      // First, because a password may hold characters at which an address would end.
      .replaceAll(/:\/\/[^\s/@]*@/g, "://[credentials]@")
      .replaceAll(/[^\s<>"'(]+@[^\s<>"')]+/g, "[address]")
      .slice(0, LONGEST)
  );
}
