import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Operator } from "./auth-service.ts";

/** One working day: whoever is still there in the evening signs in again. */
export const SESSION_LIFE_MS = 8 * 3_600_000;

const Session = z.strictObject({
  userId: z.uuid(),
  /** Of the authentication service: when that ends, this does. */
  sessionId: z.uuid(),
  /** As the audit log names them. */
  name: z.string().min(1),
  /** Milliseconds since the epoch. */
  expiresAt: z.int(),
});
export type Session = z.infer<typeof Session>;

/** What was typed into a search, or that somebody said why they look at whom and until when. */
export type EncryptionPurpose = "sought" | "shown";

export type Sessions = ReturnType<typeof createSessions>;

export type SessionsDeps = {
  now: () => Date;
  /** Signs the cookies; the same for every process that serves the desk. */
  secret: string;
  /** Whether the authentication service's session still opens the desk. */
  isLive: (session: Session) => Promise<boolean>;
};

/**
 * The sessions of the desk: signed, carried by the cookie, over after {@link SESSION_LIFE_MS}, and worth nothing once
 * the session of the authentication service that they stand on is gone.
 */
export function createSessions({ now, secret, isLive }: SessionsDeps) {
  const sign = (purpose: string, text: string) =>
    createHmac("sha256", secret).update(`${purpose}\n${text}`).digest();

  return {
    /** Begins a session and gives the value of its cookie. */
    start(person: Operator): string {
      const session: Session = { ...person, expiresAt: now().getTime() + SESSION_LIFE_MS };
      const body = Buffer.from(JSON.stringify(session)).toString("base64url");
      return `${body}.${sign("session", body).toString("base64url")}`;
    },

    /** The session of a cookie, or null when it is forged, expired or ended. */
    async read(cookie: string | undefined): Promise<Session | null> {
      const [body, signature, ...rest] = cookie?.split(".") ?? [];
      if (body === undefined || signature === undefined || rest.length > 0) return null;
      if (!sameBytes(Buffer.from(signature, "base64url"), sign("session", body))) return null;
      const session = Session.parse(JSON.parse(Buffer.from(body, "base64url").toString()));
      if (session.expiresAt <= now().getTime()) return null;
      return (await isLive(session)) ? session : null;
    },

    /** The token that forms of this session carry, so that no other page can send them. */
    csrfToken: (session: Session): string => sign("csrf", session.sessionId).toString("base64url"),

    isCsrfToken: (session: Session, token: string): boolean =>
      sameBytes(Buffer.from(token, "base64url"), sign("csrf", session.sessionId)),

    /**
     * A key of this session's own, for what only it may read.
     *
     * @param purpose what is sealed with it: whoever has a text of their own sealed for one gets no seal for another
     */
    encryptionKey: (session: Session, purpose: EncryptionPurpose): Buffer =>
      sign(`seal ${purpose}`, session.sessionId),
  };
}

function sameBytes(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
