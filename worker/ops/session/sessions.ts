import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, getSignedCookie, setSignedCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";
import * as z from "zod";
import type { Operator } from "./auth-service.ts";
import { OPS_BASE } from "../paths.ts";

/** One working day. */
export const SESSION_LIFE_MS = 8 * 3_600_000;

const Session = z.strictObject({
  userId: z.uuid(),
  sessionId: z.uuid(),
  name: z.string().min(1),
  expiresAt: z.int(),
});
export type Session = z.infer<typeof Session>;

/** `reveal`: permission to see one customer's personal data until it expires. */
export type EncryptionPurpose = "search" | "reveal";

export type Sessions = ReturnType<typeof createSessions>;

type SessionsDeps = {
  now: () => Date;
  secret: string;
  origin: string;
  isLive: (session: Session) => Promise<boolean>;
};

/** A session ends after {@link SESSION_LIFE_MS}, or with the edge's session. */
export function createSessions({ now, secret, origin, isLive }: SessionsDeps) {
  const sign = (purpose: string, text: string) =>
    createHmac("sha256", secret).update(`${purpose}\n${text}`).digest();
  const cookieSecret = sign("cookie", "").toString("base64url");
  // Browsers accept the prefix only over https.
  const secure = origin.startsWith("https:");
  const cookie = secure ? "__Host-ops" : "ops";
  const options: CookieOptions = {
    httpOnly: true,
    sameSite: "Strict",
    secure,
    path: secure ? "/" : OPS_BASE,
  };

  return {
    async start(c: Context, operator: Operator): Promise<void> {
      const session: Session = { ...operator, expiresAt: now().getTime() + SESSION_LIFE_MS };
      await setSignedCookie(c, cookie, JSON.stringify(session), cookieSecret, {
        ...options,
        maxAge: SESSION_LIFE_MS / 1_000,
      });
    },

    async read(c: Context): Promise<Session | null> {
      const value = await getSignedCookie(c, cookieSecret, cookie);
      if (typeof value !== "string") return null;
      const session = Session.parse(JSON.parse(value));
      if (session.expiresAt <= now().getTime()) return null;
      return (await isLive(session)) ? session : null;
    },

    clear(c: Context): void {
      deleteCookie(c, cookie, options);
    },

    csrfToken: (session: Session): string => sign("csrf", session.sessionId).toString("base64url"),

    isCsrfToken(session: Session, token: string): boolean {
      const [received, expected] = [
        Buffer.from(token, "base64url"),
        sign("csrf", session.sessionId),
      ];
      return received.length === expected.length && timingSafeEqual(received, expected);
    },

    /** @param purpose separates keys: an encrypted search text is never accepted as a permission */
    encryptionKey: (session: Session, purpose: EncryptionPurpose): Buffer =>
      sign(`encrypt ${purpose}`, session.sessionId),
  };
}
