import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";

/** One working day: whoever is still there in the evening signs in again. */
export const SESSION_LIFE_MS = 8 * 3_600_000;

const Session = z.strictObject({
  id: z.string().min(1),
  /** As the person wrote it when they signed in; the audit log names them so. */
  name: z.string().min(1),
  /** Milliseconds since the epoch. */
  expiresAt: z.int(),
});
export type Session = z.infer<typeof Session>;

export type Sessions = ReturnType<typeof createSessions>;

const KEY_BYTES = 32;
const SESSION_ID_BYTES = 16;

/**
 * The sessions of the desk: signed, carried by the cookie, over after {@link SESSION_LIFE_MS} or when ended.
 *
 * The key and the ended sessions live in this process alone, which is right while one process serves the
 * desk: after a restart no older cookie is accepted, so no ended session can come back.
 */
export function createSessions(now: () => Date) {
  const key = randomBytes(KEY_BYTES);
  const endedUntil = new Map<string, number>();
  const sign = (purpose: string, text: string) =>
    createHmac("sha256", key).update(`${purpose}\n${text}`).digest();

  return {
    /** Begins a session and gives the value of its cookie. */
    start(name: string): string {
      const session: Session = {
        id: randomBytes(SESSION_ID_BYTES).toString("base64url"),
        name,
        expiresAt: now().getTime() + SESSION_LIFE_MS,
      };
      const body = Buffer.from(JSON.stringify(session)).toString("base64url");
      return `${body}.${sign("session", body).toString("base64url")}`;
    },

    /** The session of a cookie, or null when it is forged, expired or ended. */
    read(cookie: string | undefined): Session | null {
      const [body, signature, ...rest] = cookie?.split(".") ?? [];
      if (body === undefined || signature === undefined || rest.length > 0) return null;
      if (!sameBytes(Buffer.from(signature, "base64url"), sign("session", body))) return null;
      const session = Session.parse(JSON.parse(Buffer.from(body, "base64url").toString()));
      const over = session.expiresAt <= now().getTime() || endedUntil.has(session.id);
      return over ? null : session;
    },

    /** Ends a session before its time. */
    end(session: Session): void {
      for (const [id, until] of endedUntil) {
        if (until <= now().getTime()) endedUntil.delete(id);
      }
      endedUntil.set(session.id, session.expiresAt);
    },

    /** The token that forms of this session carry, so that no other page can send them. */
    csrfToken: (session: Session): string => sign("csrf", session.id).toString("base64url"),

    isCsrfToken: (session: Session, token: string): boolean =>
      sameBytes(Buffer.from(token, "base64url"), sign("csrf", session.id)),

    /** A key of this session's own, for what only it may read. */
    sealingKey: (session: Session): Buffer => sign("seal", session.id),
  };
}

function sameBytes(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
