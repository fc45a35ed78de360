import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Operator } from "./auth-service.ts";

/** One working day. */
export const SESSION_LIFE_MS = 8 * 3_600_000;

const Session = z.strictObject({
  userId: z.uuid(),
  sessionId: z.uuid(),
  name: z.string().min(1),
  expiresAt: z.int(),
});
export type Session = z.infer<typeof Session>;

/**
 * `sought`: a search text; `shown`: permission to show one customer's personal data until it
 * expires.
 */
export type EncryptionPurpose = "sought" | "shown";

export type Sessions = ReturnType<typeof createSessions>;

export type SessionsDeps = {
  now: () => Date;
  secret: string;
  isLive: (session: Session) => Promise<boolean>;
};

/** A session ends after {@link SESSION_LIFE_MS}, or with the edge's session. */
export function createSessions({ now, secret, isLive }: SessionsDeps) {
  const sign = (purpose: string, text: string) =>
    createHmac("sha256", secret).update(`${purpose}\n${text}`).digest();

  return {
    start(person: Operator): string {
      const session: Session = { ...person, expiresAt: now().getTime() + SESSION_LIFE_MS };
      const body = Buffer.from(JSON.stringify(session)).toString("base64url");
      return `${body}.${sign("session", body).toString("base64url")}`;
    },

    async read(cookie: string | undefined): Promise<Session | null> {
      const [body, signature, ...rest] = cookie?.split(".") ?? [];
      if (body === undefined || signature === undefined || rest.length > 0) return null;
      if (!sameBytes(Buffer.from(signature, "base64url"), sign("session", body))) return null;
      const session = Session.parse(JSON.parse(Buffer.from(body, "base64url").toString()));
      if (session.expiresAt <= now().getTime()) return null;
      return (await isLive(session)) ? session : null;
    },

    csrfToken: (session: Session): string => sign("csrf", session.sessionId).toString("base64url"),

    isCsrfToken: (session: Session, token: string): boolean =>
      sameBytes(Buffer.from(token, "base64url"), sign("csrf", session.sessionId)),

    /** @param purpose separates keys: an encrypted search text is never accepted as a permission */
    encryptionKey: (session: Session, purpose: EncryptionPurpose): Buffer =>
      sign(`seal ${purpose}`, session.sessionId),
  };
}

function sameBytes(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
