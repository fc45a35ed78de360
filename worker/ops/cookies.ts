import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";
import { OPS_BASE } from "./paths.ts";
import { SESSION_LIFE_MS } from "./session.ts";

/** @param secure served over https, which the `__Host-` prefix requires */
export function opsCookies(secure: boolean) {
  const name = secure ? "__Host-ops" : "ops";
  const session: CookieOptions = {
    httpOnly: true,
    sameSite: "Strict",
    secure,
    path: secure ? "/" : OPS_BASE,
  };
  return {
    readSession: (c: Context) => getCookie(c, name),
    setSession(c: Context, value: string): void {
      setCookie(c, name, value, { ...session, maxAge: SESSION_LIFE_MS / 1_000 });
    },
    clear(c: Context): void {
      deleteCookie(c, name, session);
    },
  };
}

export type OpsCookies = ReturnType<typeof opsCookies>;
