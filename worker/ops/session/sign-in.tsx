/** @jsxImportSource hono/jsx */
import type { HttpBindings } from "@hono/node-server";
import type { FC } from "hono/jsx";
import { endOpsSession } from "#db/ops/ops-session.ts";
import type { SignInOutcome } from "../../ports/auth-service.ts";
import { newRoutes, type OpsContext, type OpsDeps, signedInOf } from "../env.ts";
import { Page } from "../layout/page.tsx";
import { paths, safeReturnPath } from "../paths.ts";
import { createMfaChallenges } from "./mfa.ts";
import type { Sessions } from "./sessions.ts";
import {
  CodeField,
  describedByError,
  describeFailure,
  type Failure,
  FormError,
  WRONG_CODE,
  WRONG_PASSWORD,
} from "./sign-in-form.tsx";
import { createSignInLimit, visitorAddress } from "./sign-in-limit.ts";

type Answer = Response | Promise<Response>;

type Attempt = {
  /** The email, or the factor whose code it is. */
  limitKey: string;
  next: string;
  /** What the form says when email, password or code are wrong. */
  rejected: string;
  showFailure: (failure: Failure) => Answer;
  signIn: () => Promise<SignInOutcome>;
};

/** A page of the site. */
const ACCOUNT_SECURITY = "/account/security";

/** There is no session yet, so these forms check the origin instead of a CSRF token. */
export function signInRoutes(deps: OpsDeps, sessions: Sessions) {
  const limit = createSignInLimit(deps.now);
  const challenges = createMfaChallenges(deps);

  async function attempt(
    c: OpsContext,
    { limitKey, next, rejected, showFailure, signIn }: Attempt,
  ): Promise<Answer> {
    const requestId = c.get("requestId");
    const address = visitorAddress(
      (name) => c.req.header(name),
      connectionAddress(c),
      deps.trustedProxy,
    );
    const attempted = limit.begin(limitKey, address);
    if ("waitMs" in attempted) {
      deps.log.warn({ requestId }, "ops_sign_in_too_many");
      const retryAfterS = Math.ceil(attempted.waitMs / 1_000);
      return showFailure(describeFailure(c, { outcome: "too_many", retryAfterS }, rejected));
    }
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
      // Counted although the password was right: otherwise the form would confirm guessed passwords.
      case "no_authenticator":
      case "not_ops":
      case "refused":
        break;
      case "too_many":
      case "unreachable":
        attempted.discard();
    }
    deps.log.warn({ requestId }, `ops_sign_in_${result.outcome}`);
    return result.outcome === "no_authenticator"
      ? authenticatorPage(c, deps.siteUrl)
      : showFailure(describeFailure(c, result, rejected));
  }

  return newRoutes()
    .get("/sign-in", async (c) => {
      const next = safeReturnPath(c.req.query("next"), deps.origin);
      if ((await sessions.read(c)) !== null) return c.redirect(next, 303);
      return signInPage(c, { next, email: "", error: null });
    })
    .post("/sign-in", async (c) => {
      const form = c.get("form");
      const next = safeReturnPath(form.get("next"), deps.origin);
      const email = (form.get("email") ?? "").trim();
      return attempt(c, {
        limitKey: email.toLowerCase(),
        next,
        rejected: WRONG_PASSWORD,
        showFailure: ({ error, status }) => signInPage(c, { next, email, error }, status),
        signIn: () => deps.auth.signIn(email, form.get("password") ?? ""),
      });
    })
    .get("/sign-in/code", (c) => c.redirect(paths.signIn, 303))
    .post("/sign-in/code", async (c) => {
      const form = c.get("form");
      const next = safeReturnPath(form.get("next"), deps.origin);
      const encrypted = form.get("held") ?? "";
      const challenge = await challenges.decrypt(encrypted);
      if (challenge === null) return signInPage(c, { next, email: "", error: EXPIRED }, 401);
      return attempt(c, {
        limitKey: challenge.factorId,
        next,
        rejected: WRONG_CODE,
        showFailure: ({ error, status }) =>
          codePage(c, { next, challenge: encrypted, error }, status),
        signIn: () =>
          deps.auth.verifyCode(challenge, (form.get("code") ?? "").replaceAll(/\s/g, "")),
      });
    });
}

export function signOutRoutes(deps: OpsDeps, sessions: Sessions) {
  return newRoutes().post("/sign-out", async (c) => {
    await endOpsSession(deps.db, signedInOf(c).session);
    sessions.clear(c);
    deps.log.info({ requestId: c.get("requestId") }, "ops_signed_out");
    return c.redirect(paths.signIn, 303);
  });
}

type Status = 200 | Failure["status"];

const EXPIRED = "The sign-in has expired. Sign in again.";

function connectionAddress(c: OpsContext): string | undefined {
  const { incoming } = c.env as Partial<HttpBindings>;
  return incoming?.socket.remoteAddress;
}

function authenticatorPage(c: OpsContext, siteUrl: string): Answer {
  c.status(403);
  return c.render(
    <Page narrow title="Set up an authenticator app" current={null}>
      <p class="lead">The ops console asks for a code from an authenticator app at each sign-in.</p>
      <ol class="steps">
        <li>
          Sign in to the site and open{" "}
          <a href={`${siteUrl}${ACCOUNT_SECURITY}`}>its security page</a>.
        </li>
        <li>Add an authenticator app there.</li>
        <li>
          Then <a href={paths.signIn}>sign in here again</a>.
        </li>
      </ol>
    </Page>,
  );
}

type SignInForm = { next: string; email: string; error: string | null };

function signInPage(c: OpsContext, form: SignInForm, status: Status = 200): Answer {
  c.status(status);
  return c.render(<SignIn {...form} />);
}

const titleOf = (title: string, error: string | null) =>
  error === null ? title : `Not signed in: ${title}`;

type CodeForm = { next: string; challenge: string; error: string | null };

function codePage(c: OpsContext, form: CodeForm, status: Status = 200): Answer {
  c.status(status);
  return c.render(<Code {...form} />);
}

const SignIn: FC<SignInForm> = ({ next, email, error }) => (
  <Page
    narrow
    title={titleOf("Sign in", error)}
    current={null}
    heading="Sign in to the ops console"
  >
    <p class="lead">Events, customers, refunds and queues.</p>
    <form class="stack" method="post" action={paths.signIn}>
      <FormError>{error}</FormError>
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
          // A screen reader says no alert that was there from the start, but what has the focus and its description.
          autofocus={error !== null}
          aria-describedby={describedByError(error)}
        />
      </label>
      <button type="submit">Sign in</button>
    </form>
  </Page>
);

const Code: FC<CodeForm> = ({ next, challenge, error }) => (
  <Page narrow title={titleOf("Your code", error)} current={null} heading="Enter your code">
    <p class="lead">Your authenticator app shows a six-digit code.</p>
    <form class="stack" method="post" action={paths.signInCode}>
      <FormError>{error}</FormError>
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="held" value={challenge} />
      <CodeField error={error} />
      <button type="submit">Continue</button>
    </form>
    <p>
      <a href={paths.signIn}>Sign in to another account</a>
    </p>
  </Page>
);
