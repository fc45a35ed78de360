import { useEffect, useState, useSyncExternalStore } from "react";
import { useLocation } from "wouter";
import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { sessionStorageOrNull } from "../../../lib/browser-storage.ts";
import { codeOf } from "../../../lib/error-message.ts";
import { type Action, type Outcome, success, useAction } from "../../../lib/use-action.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { apiErrors } from "../../session/api-errors.ts";
import { auth, prefetchAuth } from "../../session/load-auth-client.ts";
import { consumeReturnTo } from "../../session/return-to.ts";
import type { CodePurpose } from "../api/code-mail.ts";
import { orThrow } from "../api/or-throw.ts";
import { type ConfirmLink, readConfirmLink } from "../confirm-link.ts";
import { useReturnAfterSuccess } from "../hooks/use-return-to.ts";
import { NEW_PASSWORD } from "../new-password-fragment.ts";
import { REDIRECT_AFTER_MS } from "../redirect-delay.ts";
import { AccountForm } from "./account-form.tsx";
import { CodeStep } from "./code-step.tsx";
import { type CodeRequest, EmailStep } from "./email-step.tsx";
import { StepHeading } from "./step-heading.tsx";

const BUTTONS: Readonly<Record<ConfirmLink["type"], string>> = {
  signup: "Confirm my address",
  email: "Confirm my address",
  invite: "Accept the invitation",
  magiclink: "Sign in",
  recovery: "Choose a new password",
  email_change: "Confirm my new address",
};

/** Confirm links lead here. Mail scanners open links too, so only the button confirms. */
export function Confirmation() {
  const fragment = useSyncExternalStore(
    (listener) => {
      window.addEventListener("hashchange", listener);
      return () => window.removeEventListener("hashchange", listener);
    },
    () => window.location.hash,
    () => null,
  );
  if (fragment === null) return <Loading />;
  const link = readConfirmLink(fragment, window.location.origin);
  // The key resets the state when a second link is opened in the same tab.
  return <ConfirmLinkStep key={fragment} link={link} />;
}

function ConfirmLinkStep({ link }: { link: ConfirmLink | null }) {
  const action = useAction();
  const [, navigate] = useLocation();
  const [isExpired, setIsExpired] = useState(false);
  const [needsOtherLink, setNeedsOtherLink] = useState(false);
  useEffect(() => {
    if (link !== null) prefetchAuth();
  }, [link]);
  useReturnAfterSuccess(action, () => link?.redirectTo ?? consumeReturnTo(sessionStorageOrNull()));

  async function confirm({ tokenHash, type }: ConfirmLink): Promise<Outcome | null> {
    const client = await auth();
    const answer = await client.verifyOtp({ token_hash: tokenHash, type });
    if (codeOf(answer.error) === "otp_expired") {
      setIsExpired(true);
      return null;
    }
    const { session } = orThrow(answer);
    if (session === null) {
      setNeedsOtherLink(true);
      return null;
    }
    if (type === "recovery") {
      navigate(`${paths.forgotPassword}#${NEW_PASSWORD}`, { replace: true });
      return null;
    }
    return success(ACCOUNT_MESSAGES.link.done, REDIRECT_AFTER_MS);
  }

  if (needsOtherLink) return <OtherLinkNeeded />;
  if (link === null || isExpired) return <ExpiredLink link={link} action={action} />;
  return (
    <AccountForm
      legend="Confirm"
      action={action}
      onSubmit={() => void action.run(() => confirm(link), apiErrors(ACCOUNT_MESSAGES.link.failed))}
    >
      <p className="text-lg">Press the button and you’re done.</p>
      <Button type="submit" arrow={!action.isRunning} className="account-submit">
        {action.isRunning ? "One moment..." : BUTTONS[link.type]}
      </Button>
    </AccountForm>
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
