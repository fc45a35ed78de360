/** @jsxImportSource hono/jsx */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import type { FC } from "hono/jsx";
import { z } from "zod";
import type { OpsCookies } from "./cookies.ts";
import type { OpsDeps, OpsEnv } from "./env.ts";
import { signedInOf } from "./guard.ts";
import { page } from "./page.tsx";
import { paths, safeDestination } from "./paths.ts";
import type { Sessions } from "./session.ts";
import { createSignInLimit } from "./sign-in-limit.ts";

const NAME_MAX = 60;
const Name = z
  .string()
  .trim()
  .min(1)
  .max(NAME_MAX)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);

/** The sign-in page and what its form does. It stands before the door, so it checks the origin and no token. */
export function signInRoutes(deps: OpsDeps, sessions: Sessions, cookies: OpsCookies) {
  const limit = createSignInLimit(deps.now);
  const isPassword = passwordCheck(deps.password);

  return new Hono<OpsEnv>()
    .get("/sign-in", (c) => {
      const next = safeDestination(c.req.query("next"), deps.origin);
      if (sessions.read(cookies.readSession(c)) !== null) return c.redirect(next, 303);
      return signInPage(c, { next, name: "", problem: null });
    })
    .post("/sign-in", (c) => {
      const form = c.get("form");
      const next = safeDestination(form.get("next"), deps.origin);
      const name = form.get("name") ?? "";
      const address = remoteAddress(c);
      const requestId = c.get("requestId");
      const waitMs = limit.waitMs(address);
      if (waitMs > 0) {
        deps.log.warn({ requestId }, "ops_sign_in_limited");
        c.header("Retry-After", String(Math.ceil(waitMs / 1_000)));
        const minutes = Math.ceil(waitMs / 60_000);
        const problem = `Too many attempts. Try again in ${String(minutes)} ${minutes === 1 ? "minute" : "minutes"}.`;
        return signInPage(c, { next, name, problem }, 429);
      }
      if (!isPassword(form.get("password") ?? "")) {
        limit.recordFailure(address);
        deps.log.warn({ requestId }, "ops_sign_in_refused");
        return signInPage(c, { next, name, problem: "That is not the password." }, 401);
      }
      const parsed = Name.safeParse(name);
      if (!parsed.success) {
        return signInPage(c, { next, name, problem: "Write your name as well." }, 422);
      }
      cookies.setSession(c, sessions.start(parsed.data));
      deps.log.info({ requestId }, "ops_signed_in");
      return c.redirect(next, 303);
    });
}

/** Signing out ends the session itself, not only its cookie. */
export function signOutRoutes(deps: OpsDeps, sessions: Sessions, cookies: OpsCookies) {
  return new Hono<OpsEnv>().post("/sign-out", (c) => {
    sessions.end(signedInOf(c).session);
    cookies.clear(c);
    deps.log.info({ requestId: c.get("requestId") }, "ops_signed_out");
    return c.redirect(paths.signIn, 303);
  });
}

/** Compares in a time that says nothing of how much was right, nor of the lengths. */
function passwordCheck(password: string): (attempt: string) => boolean {
  const key = randomBytes(32);
  const hash = (text: string) => createHmac("sha256", key).update(text).digest();
  const expected = hash(password);
  return (attempt) => timingSafeEqual(hash(attempt), expected);
}

// The connection's own address: a header could say anything. Behind a proxy that is the proxy's, so that
// everyone shares one allowance there.
function remoteAddress(c: Context<OpsEnv>): string {
  const { incoming } = c.env as Partial<HttpBindings>;
  return incoming?.socket.remoteAddress ?? "unknown";
}

type SignInForm = { next: string; name: string; problem: string | null };

function signInPage(c: Context<OpsEnv>, form: SignInForm, status: 200 | 401 | 422 | 429 = 200) {
  return page(c, { title: "Sign in", current: null }, <SignIn {...form} />, status);
}

const SignIn: FC<SignInForm> = ({ next, name, problem }) => (
  <div class="narrow">
    <h1>Sign in to the desk</h1>
    <p class="lead">Every event, what became of it, and what still needs a hand.</p>
    <form class="stack" method="post" action={paths.signIn}>
      {problem === null ? null : (
        <p class="notice bad" role="alert" id="problem">
          {problem}
        </p>
      )}
      <input type="hidden" name="next" value={next} />
      <label>
        Your name
        <input
          name="name"
          value={name}
          required
          maxlength={NAME_MAX}
          autocomplete="name"
          aria-describedby="name-hint"
        />
        <span class="hint" id="name-hint">
          Written in the audit log beside what you do.
        </span>
      </label>
      <label>
        Password
        <input
          type="password"
          name="password"
          required
          autocomplete="current-password"
          aria-describedby={problem === null ? undefined : "problem"}
        />
      </label>
      <button type="submit">Sign in</button>
    </form>
  </div>
);
