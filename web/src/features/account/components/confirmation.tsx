import { useEffect, useState } from "react";
import useSWR from "swr";
import { useLocation } from "wouter";
import { useLocationProperty } from "wouter/use-browser-location";
import type { MailLink } from "#contracts/api/mail-link.ts";
import { parseRemovalLink } from "#contracts/api/removal-link.ts";
import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { sessionStorageOrNull } from "../../../lib/browser-storage.ts";
import { codeOf } from "../../../lib/error-message.ts";
import { type Action, type Outcome, success, useAction } from "../../../lib/use-action.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { part } from "../../../ui/part.tsx";
import { auth, prefetchAuth } from "../../session/load-auth-client.ts";
import { saveReturnTo } from "../../session/return-to.ts";
import { useSession } from "../../session/session.ts";
import { orThrow } from "../account-api.ts";
import { sending } from "../account-errors.ts";
import type { CodePurpose } from "../code-mail.ts";
import { type ConfirmLink, readConfirmLink } from "../confirm-link.ts";
import { useReturnAfterSuccess } from "../hooks/use-return-to.ts";
import { needsPassword, CHOOSE_PASSWORD, NEW_PASSWORD } from "../needs-password.ts";
import { REDIRECT_AFTER_MS } from "../redirect-delay.ts";
import { READ_ONCE, fetchMailLink } from "../sign-in-methods.ts";
import { AccountForm } from "./account-form.tsx";
import { type CodeRequest, EmailStep } from "./email-step.tsx";
import { NewPassword } from "./new-password.tsx";
import { StepHeading } from "./step-heading.tsx";

const BUTTONS: Readonly<Record<ConfirmLink["type"], string>> = {
  signup: "Confirm my address",
  email: "Confirm my address",
  invite: "Accept the invitation",
  magiclink: "Sign in",
  recovery: "Choose a new password",
  email_change: "Agree to the change",
};

const CodeStep = part(async () => (await import("./code-step.tsx")).CodeStep, <Loading />);
const RemovalStep = part(async () => (await import("./removal-step.tsx")).RemovalStep, <Loading />);

const SIGN_UP_LINKS: ReadonlySet<ConfirmLink["type"]> = new Set(["signup", "email", "invite"]);

/** Confirm links lead here. Mail scanners open links too, so only the button confirms. */
export function Confirmation() {
  const fragment = useLocationProperty(
    () => window.location.hash,
    () => null,
  );
  if (fragment === null) return <Loading />;
  if (fragment === `#${CHOOSE_PASSWORD}`) return <ChoosePassword />;
  const removal = parseRemovalLink(new URLSearchParams(fragment.slice(1)));
  if (removal !== null) {
    return <RemovalStep key={fragment} link={removal} />;
  }
  const link = readConfirmLink(fragment, window.location.origin);
  // The key resets the state when a second link is opened in the same tab.
  return <ConfirmLinkStep key={fragment} link={link} />;
}

function ChoosePassword() {
  const session = useSession();
  const action = useAction();
  useReturnAfterSuccess(action);
  if (session.state === "unknown" || session.state === "returning") return <Loading />;
  return (
    <>
      <StepHeading id={CHOOSE_PASSWORD}>Choose your password</StepHeading>
      <p className="account-intro">
        Your address is confirmed, and your account has no password yet. If you chose one before:
        this address was signed up more than once, and we keep no password that may be somebody
        else’s.
      </p>
      {session.state === "visitor" ? (
        <ButtonLink href={paths.forgotPassword} arrow>
          Choose a new password
        </ButtonLink>
      ) : (
        <NewPassword action={action} />
      )}
    </>
  );
}

/** This step takes the place of the button after a press. */
type NextStep = "expired" | "other-link" | "password";

function ConfirmLinkStep({ link }: { link: ConfirmLink | null }) {
  const action = useAction();
  const session = useSession();
  const named = useSWR(
    link === null ? null : (["account/mail-link", link.tokenHash] as const),
    fetchMailLink,
    READ_ONCE,
  );
  const [, navigate] = useLocation();
  const [next, setNext] = useState<NextStep | null>(null);
  useEffect(() => {
    if (link !== null) prefetchAuth();
  }, [link]);
  useReturnAfterSuccess(action, link?.redirectTo);

  const isLoading = named.isLoading || session.state === "unknown" || session.state === "returning";
  const signedInAs =
    "user" in session && action.outcome === null ? (session.user.email ?? "") : null;
  const leaves = signedInAs === named.data?.email || action.isRunning ? null : signedInAs;

  async function confirm({ tokenHash, type }: ConfirmLink): Promise<Outcome | null> {
    const client = await auth();
    const answer = await client.verifyOtp({ token_hash: tokenHash, type });
    if (codeOf(answer.error) === "otp_expired") return goOn("expired");
    const { session: opened } = orThrow(answer);
    if (opened === null) return goOn("other-link");
    if (type === "recovery") {
      navigate(`${paths.forgotPassword}#${NEW_PASSWORD}`, { replace: true });
      return null;
    }
    if (SIGN_UP_LINKS.has(type) && (await needsPassword(opened.user))) {
      if (link?.redirectTo != null) saveReturnTo(sessionStorageOrNull(), link.redirectTo);
      return goOn("password");
    }
    return success(ACCOUNT_MESSAGES.link.done, REDIRECT_AFTER_MS);
  }

  function goOn(to: NextStep): null {
    setNext(to);
    return null;
  }

  if (next === "password") return <ChoosePassword />;
  if (next === "other-link") return <OtherLinkNeeded />;
  if (link === null || next === "expired" || codeOf(named.error) === "not_found")
    return <ExpiredLink link={link} action={action} />;
  return (
    <AccountForm
      legend="Confirm"
      action={action}
      onSubmit={sending(action, ACCOUNT_MESSAGES.link.failed, () => confirm(link))}
    >
      <LinkPurpose link={named.data} />
      {leaves === null ? (
        <p className="text-lg">Press the button and you’re done.</p>
      ) : (
        <p className="account-notice account-intro">
          You’re signed in as <strong>{leaves}</strong>. If you go on, this device leaves that
          account.
        </p>
      )}
      <div className="account-actions">
        <Button
          type="submit"
          arrow={!action.isRunning}
          className="justify-self-start"
          disabled={isLoading}
        >
          {action.isRunning
            ? "One moment..."
            : leaves === null
              ? BUTTONS[link.type]
              : "Leave it and go on"}
        </Button>
        {leaves !== null && (
          <ButtonLink href={paths.dashboard} variant="quiet">
            Stay signed in
          </ButtonLink>
        )}
      </div>
    </AccountForm>
  );
}

/** Empty until it is known, and when it cannot be read. */
function LinkPurpose({ link }: { link: MailLink | undefined }) {
  if (link === undefined) return null;
  return (
    <p className="account-intro">
      {link.new_email === null || link.new_email === link.email ? (
        <>
          This link is for the account of <strong>{link.email}</strong>.
        </>
      ) : (
        <>
          This link changes the address of <strong>{link.email}</strong> to{" "}
          <strong>{link.new_email}</strong>.
        </>
      )}
    </p>
  );
}

function OtherLinkNeeded() {
  return (
    <>
      <StepHeading>Halfway there</StepHeading>
      <p className="account-intro">
        Thank you. Now open the email we sent to your other address and press its button too.
      </p>
    </>
  );
}

const CODE_PURPOSE: Readonly<Record<Exclude<ConfirmLink["type"], "email_change">, CodePurpose>> = {
  signup: "signup",
  email: "signup",
  invite: "signup",
  magiclink: "magiclink",
  recovery: "recovery",
};

function ExpiredLink({ link, action }: { link: ConfirmLink | null; action: Action }) {
  const [, navigate] = useLocation();
  const [codeRequest, setCodeRequest] = useState<CodeRequest | null>(null);

  const type = link?.type ?? "signup";
  if (type === "email_change") {
    return (
      <>
        <StepHeading>{ACCOUNT_MESSAGES.link.expired}</StepHeading>
        <p className="account-intro">Ask for the change again and we’ll send you new emails.</p>
        <ButtonLink href={paths.accountSecurity} arrow>
          Go to your account
        </ButtonLink>
      </>
    );
  }

  const purpose = CODE_PURPOSE[type];
  if (codeRequest !== null) {
    return (
      <CodeStep
        {...codeRequest}
        purpose={purpose}
        action={action}
        button="Continue"
        onVerified={() => {
          if (purpose !== "recovery") return success(ACCOUNT_MESSAGES.link.done, REDIRECT_AFTER_MS);
          navigate(`${paths.forgotPassword}#${NEW_PASSWORD}`, { replace: true });
          return null;
        }}
        onBack={() => setCodeRequest(null)}
      />
    );
  }
  return (
    <>
      <StepHeading>
        {link === null ? ACCOUNT_MESSAGES.link.incomplete : ACCOUNT_MESSAGES.link.expired}
      </StepHeading>
      <p className="account-intro">
        We can send you a new email. If you have a newer one already, its six-digit code works as
        well as its link.
      </p>
      <EmailStep legend="Your address" purpose={purpose} action={action} onCode={setCodeRequest} />
    </>
  );
}
