/** @jsxImportSource hono/jsx */
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import type { FC, PropsWithChildren } from "hono/jsx";
import { endOpsSession } from "#db/ops/ops-session.ts";
import type { SignInOutcome } from "./auth-service.ts";
import type { OpsDeps, OpsEnv } from "../env.ts";
import { signedInOf } from "./require-operator.ts";
import { page } from "../layout/page.tsx";
import { paths, safeReturnPath } from "../paths.ts";
import { createMfaChallenges } from "./mfa.ts";
import type { Sessions } from "./sessions.ts";
import { createSignInLimit } from "./sign-in-limit.ts";

/** There is no session yet, so these forms check the origin instead of a CSRF token. */
export function signInRoutes(deps: OpsDeps, sessions: Sessions) {
  const limit = createSignInLimit(deps.now);
  const challenges = createMfaChallenges(deps);

  /** @param account the key of the limit: the email, or the factor whose code it is */
  async function attempt(
    c: Context<OpsEnv>,
    account: string,
    next: string,
    showError: (error: string, status: ErrorStatus) => Page,
    signIn: () => Promise<SignInOutcome>,
  ): Promise<Page> {
    const requestId = c.get("requestId");
    const attempted = limit.begin(account, remoteAddress(c));
    if ("waitMs" in attempted) return showLimit(c, Math.ceil(attempted.waitMs / 1_000), showError);
    const result = await signIn();
    switch (result.outcome) {
      case "signed_in":
        attempted.succeed();
        await sessions.start(c, result.operator);
        deps.log.info({ requestId, userId: result.operator.userId }, "ops_signed_in");
        return c.redirect(next, 303);
      case "mfa_required":
        attempted.succeed();
        return codePage(c, {
          next,
          challenge: await challenges.encrypt(result.challenge),
          error: null,
        });
      case "refused":
        deps.log.warn({ requestId }, "ops_sign_in_refused");
        return showError(REJECTED, 401);
      case "not_ops":
        // Counted although the password was right: otherwise the form would confirm guessed
        // passwords.
        deps.log.warn({ requestId }, "ops_sign_in_not_ops");
        return showError(NOT_OPS, 403);
      case "too_many":
        attempted.discard();
        return showLimit(c, result.retryAfterS, showError);
      case "unreachable":
        attempted.discard();
        deps.log.error({ requestId }, "ops_sign_in_unreachable");
        c.header("Retry-After", "30");
        return showError(UNREACHABLE, 503);
    }
  }

  function showLimit(
    c: Context<OpsEnv>,
    retryAfterS: number,
    showError: (error: string, status: ErrorStatus) => Page,
  ): Page {
    deps.log.warn({ requestId: c.get("requestId") }, "ops_sign_in_limited");
    c.header("Retry-After", String(retryAfterS));
    return showError(tooMany(retryAfterS), 429);
  }

  return new Hono<OpsEnv>()
    .get("/sign-in", async (c) => {
      const next = safeReturnPath(c.req.query("next"), deps.origin);
      if ((await sessions.read(c)) !== null) return c.redirect(next, 303);
      return signInPage(c, { next, email: "", error: null });
    })
    .post("/sign-in", async (c) => {
      const form = c.get("form");
      const next = safeReturnPath(form.get("next"), deps.origin);
      const email = (form.get("email") ?? "").trim();
      return attempt(
        c,
        email.toLowerCase(),
        next,
        (error, status) => signInPage(c, { next, email, error }, status),
        () => deps.auth.signIn(email, form.get("password") ?? ""),
      );
    })
    .get("/sign-in/code", (c) => c.redirect(paths.signIn, 303))
    .post("/sign-in/code", async (c) => {
      const form = c.get("form");
      const next = safeReturnPath(form.get("next"), deps.origin);
      const encrypted = form.get("held") ?? "";
      const challenge = await challenges.decrypt(encrypted);
      if (challenge === null) return signInPage(c, { next, email: "", error: EXPIRED }, 401);
      return attempt(
        c,
        challenge.factorId,
        next,
        (error, status) => codePage(c, { next, challenge: encrypted, error }, status),
        () => deps.auth.verifyCode(challenge, (form.get("code") ?? "").replaceAll(/\s/g, "")),
      );
    });
}

export function signOutRoutes(deps: OpsDeps, sessions: Sessions) {
  return new Hono<OpsEnv>().post("/sign-out", async (c) => {
    await endOpsSession(deps.db, signedInOf(c).session);
    sessions.clear(c);
    deps.log.info({ requestId: c.get("requestId") }, "ops_signed_out");
    return c.redirect(paths.signIn, 303);
  });
}

type Page = Response | Promise<Response>;
type ErrorStatus = 401 | 403 | 429 | 503;

const REJECTED = "Wrong email, password or code. Try again.";
const NOT_OPS = "This account is not an operator's.";
const EXPIRED = "The sign-in has expired. Sign in again.";
const UNREACHABLE = "The authentication service does not answer. Try again in a minute.";

function tooMany(retryAfterS: number): string {
  const minutes = Math.ceil(retryAfterS / 60);
  return `Too many attempts. Try again in ${String(minutes)} ${minutes === 1 ? "minute" : "minutes"}.`;
}

// The connection's address, because headers can be forged. Behind a proxy all operators share one
// limit.
function remoteAddress(c: Context<OpsEnv>): string {
  const { incoming } = c.env as Partial<HttpBindings>;
  return incoming?.socket.remoteAddress ?? "unknown";
}

type SignInForm = { next: string; email: string; error: string | null };

function signInPage(c: Context<OpsEnv>, form: SignInForm, status: 200 | ErrorStatus = 200): Page {
  return page(c, { title: "Sign in", current: null }, <SignIn {...form} />, status);
}

type CodeForm = { next: string; challenge: string; error: string | null };

function codePage(c: Context<OpsEnv>, form: CodeForm, status: 200 | ErrorStatus = 200): Page {
  return page(c, { title: "Your code", current: null }, <Code {...form} />, status);
}

const SignIn: FC<SignInForm> = ({ next, email, error }) => (
  <div class="narrow">
    <h1>Sign in to the ops console</h1>
    <p class="lead">Events, customers, refunds and queues.</p>
    <form class="stack" method="post" action={paths.signIn}>
      <SignInError>{error}</SignInError>
      <input type="hidden" name="next" value={next} />
      <label>
        Email
        <input type="email" name="email" value={email} required autocomplete="username" />
      </label>
      <label>
        Password
        <input
          type="password"
          name="password"
          required
          autocomplete="current-password"
          aria-describedby={error === null ? undefined : "sign-in-error"}
        />
      </label>
      <button type="submit">Sign in</button>
    </form>
  </div>
);

const Code: FC<CodeForm> = ({ next, challenge, error }) => (
  <div class="narrow">
    <h1>Enter your code</h1>
    <p class="lead">Your authenticator app shows a six-digit code.</p>
    <form class="stack" method="post" action={paths.signInCode}>
      <SignInError>{error}</SignInError>
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="held" value={challenge} />
      <label>
        Code
        <input
          name="code"
          required
          inputmode="numeric"
          autocomplete="one-time-code"
          aria-describedby={error === null ? undefined : "sign-in-error"}
        />
      </label>
      <button type="submit">Continue</button>
    </form>
    <p>
      <a href={paths.signIn}>Sign in to another account</a>
    </p>
  </div>
);

const SignInError: FC<PropsWithChildren> = ({ children }) =>
  children === null ? null : (
    <p class="notice bad" role="alert" id="sign-in-error">
      {children}
    </p>
  );
