/** @jsxImportSource hono/jsx */
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import type { FC, PropsWithChildren } from "hono/jsx";
import { endOpsSession } from "#db/ops/ops-session.ts";
import type { SignInOutcome } from "./auth-service.ts";
import type { OpsDeps, OpsEnv } from "./env.ts";
import { signedInOf } from "./require-operator.ts";
import { page } from "./page.tsx";
import { paths, safeReturnPath } from "./paths.ts";
import { createMfaChallenges } from "./mfa.ts";
import type { Sessions } from "./session.ts";
import { createSignInLimit } from "./sign-in-limit.ts";

/** There is no session yet, so these forms check the origin instead of a CSRF token. */
export function signInRoutes(deps: OpsDeps, sessions: Sessions) {
  const limit = createSignInLimit(deps.now);
  const steps = createMfaChallenges(deps);

  /** @param account the key of the limit: the email, or the factor whose code it is */
  async function attempt(
    c: Context<OpsEnv>,
    account: string,
    next: string,
    askAgain: (problem: string, status: ProblemStatus) => Page,
    ask: () => Promise<SignInOutcome>,
  ): Promise<Page> {
    const requestId = c.get("requestId");
    const begun = limit.begin(account, remoteAddress(c));
    if ("waitMs" in begun) return refuseForNow(c, Math.ceil(begun.waitMs / 1_000), askAgain);
    const result = await ask();
    switch (result.outcome) {
      case "signed_in":
        begun.wasRight();
        await sessions.start(c, result.person);
        deps.log.info({ requestId, userId: result.person.userId }, "ops_signed_in");
        return c.redirect(next, 303);
      case "second_step":
        begun.wasRight();
        return codePage(c, { next, held: await steps.hold(result.step), problem: null });
      case "refused":
        deps.log.warn({ requestId }, "ops_sign_in_refused");
        return askAgain(REFUSED, 401);
      case "not_ops":
        // Counted although the password was right: otherwise the form would confirm guessed
        // passwords.
        deps.log.warn({ requestId }, "ops_sign_in_not_ops");
        return askAgain(NOT_OPS, 403);
      case "too_many":
        begun.takeBack();
        return refuseForNow(c, result.retryAfterS, askAgain);
      case "unreachable":
        begun.takeBack();
        deps.log.error({ requestId }, "ops_sign_in_unreachable");
        c.header("Retry-After", "30");
        return askAgain(UNREACHABLE, 503);
    }
  }

  function refuseForNow(
    c: Context<OpsEnv>,
    retryAfterS: number,
    askAgain: (problem: string, status: ProblemStatus) => Page,
  ): Page {
    deps.log.warn({ requestId: c.get("requestId") }, "ops_sign_in_limited");
    c.header("Retry-After", String(retryAfterS));
    return askAgain(tooMany(retryAfterS), 429);
  }

  return new Hono<OpsEnv>()
    .get("/sign-in", async (c) => {
      const next = safeReturnPath(c.req.query("next"), deps.origin);
      if ((await sessions.read(c)) !== null) return c.redirect(next, 303);
      return signInPage(c, { next, email: "", problem: null });
    })
    .post("/sign-in", async (c) => {
      const form = c.get("form");
      const next = safeReturnPath(form.get("next"), deps.origin);
      const email = (form.get("email") ?? "").trim();
      return attempt(
        c,
        email.toLowerCase(),
        next,
        (problem, status) => signInPage(c, { next, email, problem }, status),
        () => deps.auth.signIn(email, form.get("password") ?? ""),
      );
    })
    .get("/sign-in/code", (c) => c.redirect(paths.signIn, 303))
    .post("/sign-in/code", async (c) => {
      const form = c.get("form");
      const next = safeReturnPath(form.get("next"), deps.origin);
      const held = form.get("held") ?? "";
      const step = await steps.read(held);
      if (step === null) return signInPage(c, { next, email: "", problem: TOO_LATE }, 401);
      return attempt(
        c,
        step.factorId,
        next,
        (problem, status) => codePage(c, { next, held, problem }, status),
        () => deps.auth.prove(step, (form.get("code") ?? "").replaceAll(/\s/g, "")),
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
type ProblemStatus = 401 | 403 | 429 | 503;

const REFUSED = "Wrong email, password or code. Try again.";
const NOT_OPS = "This account is not an operator's.";
const TOO_LATE = "The sign-in has expired. Sign in again.";
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

type SignInForm = { next: string; email: string; problem: string | null };

function signInPage(c: Context<OpsEnv>, form: SignInForm, status: 200 | ProblemStatus = 200): Page {
  return page(c, { title: "Sign in", current: null }, <SignIn {...form} />, status);
}

type CodeForm = { next: string; held: string; problem: string | null };

function codePage(c: Context<OpsEnv>, form: CodeForm, status: 200 | ProblemStatus = 200): Page {
  return page(c, { title: "Your code", current: null }, <Code {...form} />, status);
}

const SignIn: FC<SignInForm> = ({ next, email, problem }) => (
  <div class="narrow">
    <h1>Sign in to the ops console</h1>
    <p class="lead">Events, customers, refunds and queues.</p>
    <form class="stack" method="post" action={paths.signIn}>
      <Problem>{problem}</Problem>
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
          aria-describedby={problem === null ? undefined : "problem"}
        />
      </label>
      <button type="submit">Sign in</button>
    </form>
  </div>
);

const Code: FC<CodeForm> = ({ next, held, problem }) => (
  <div class="narrow">
    <h1>Enter your code</h1>
    <p class="lead">Your authenticator app shows a six-digit code.</p>
    <form class="stack" method="post" action={paths.signInCode}>
      <Problem>{problem}</Problem>
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="held" value={held} />
      <label>
        Code
        <input
          name="code"
          required
          inputmode="numeric"
          autocomplete="one-time-code"
          aria-describedby={problem === null ? undefined : "problem"}
        />
      </label>
      <button type="submit">Continue</button>
    </form>
    <p>
      <a href={paths.signIn}>Sign in to another account</a>
    </p>
  </div>
);

const Problem: FC<PropsWithChildren> = ({ children }) =>
  children === null ? null : (
    <p class="notice bad" role="alert" id="problem">
      {children}
    </p>
  );
