import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";
import * as z from "zod";
import { HOUR_MS } from "#contracts/durations.ts";
import type { OpsSession } from "#db/ops/ops-session.ts";
import { OPS_BASE } from "../../ops-links.ts";
import type { Operator } from "../../ports/auth-service.ts";
import { decryptText, encryptText } from "./encrypted-param.ts";

/** One working day. */
export const SESSION_LIFE_MS = 8 * HOUR_MS;

const Session = z.strictObject({
  userId: z.uuid(),
  sessionId: z.uuid(),
  name: z.string().min(1),
  refreshToken: z.string(),
  expiresAt: z.int(),
});
export type Session = z.infer<typeof Session>;

/** `reveal`: permissions to see customers' personal data until they expire. */
type EncryptionPurpose = "search" | "reveal";

export type Sessions = ReturnType<typeof createSessions>;

type SessionsDeps = {
  now: () => Date;
  secret: string;
  origin: string;
  find: (session: Session) => Promise<OpsSession | null>;
};

/** A session ends after {@link SESSION_LIFE_MS}, or with the edge's session. */
export function createSessions({ now, secret, origin, find }: SessionsDeps) {
  const sign = (purpose: string, text: string) =>
    createHmac("sha256", secret).update(`${purpose}\n${text}`).digest();
  const cookieKey = sign("cookie", "");
  // Browsers accept the prefix only over https.
  const secure = origin.startsWith("https:");
  const cookie = secure ? "__Host-ops" : "ops";
  const options: CookieOptions = {
    httpOnly: true,
    sameSite: "Strict",
    secure,
    path: secure ? "/" : OPS_BASE,
  };

  /** @param purpose separates keys: an encrypted search text is never accepted as a permission */
  const encryptionKey = (session: Session, purpose: EncryptionPurpose): Buffer =>
    sign(`encrypt ${purpose}`, session.sessionId);

  async function write(c: Context, session: Session): Promise<void> {
    setCookie(c, cookie, await encryptText(cookieKey, JSON.stringify(session)), {
      ...options,
      maxAge: Math.ceil((session.expiresAt - now().getTime()) / 1_000),
    });
  }

  return {
    start: (c: Context, operator: Operator): Promise<void> =>
      write(c, { ...operator, expiresAt: now().getTime() + SESSION_LIFE_MS }),

    /** Keeps the session's end. */
    renew: (c: Context, session: Session, refreshToken: string): Promise<void> =>
      write(c, { ...session, refreshToken }),

    async read(c: Context): Promise<(OpsSession & { session: Session }) | null> {
      const text = await decryptText(cookieKey, getCookie(c, cookie) ?? "");
      if (text === null) return null;
      const session = Session.parse(JSON.parse(text));
      if (session.expiresAt <= now().getTime()) return null;
      const found = await find(session);
      return found === null ? null : { ...found, session };
    },

    clear(c: Context): void {
      deleteCookie(c, cookie, options);
      deleteCookie(c, `${cookie}-shown`, options);
    },

    /** @returns what {@link writeShown} wrote in this session */
    readShown: (c: Context, session: Session): Promise<string | null> =>
      decryptText(encryptionKey(session, "reveal"), getCookie(c, `${cookie}-shown`) ?? ""),

    async writeShown(
      c: Context,
      session: Session,
      { text, maxAgeMs }: { text: string; maxAgeMs: number },
    ): Promise<void> {
      const encrypted = await encryptText(encryptionKey(session, "reveal"), text);
      setCookie(c, `${cookie}-shown`, encrypted, { ...options, maxAge: maxAgeMs / 1_000 });
    },

    csrfToken: (session: Session): string => sign("csrf", session.sessionId).toString("base64url"),

    isCsrfToken(session: Session, token: string): boolean {
      const [received, expected] = [
        Buffer.from(token, "base64url"),
        sign("csrf", session.sessionId),
      ];
      return received.length === expected.length && timingSafeEqual(received, expected);
    },

    encryptionKey,
  };
}
