import { useLocation } from "wouter";
import { MAIL_PAUSE_S } from "#contracts/durations.ts";
import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { type Action, failure, LEAVING, note, type Outcome } from "../../../lib/use-action.ts";
import { useCountdown } from "../../../lib/use-countdown.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { TextLink } from "../../../ui/link.tsx";
import { auth } from "../../session/load-auth-client.ts";
import { throwIfError } from "../account-api.ts";
import { accountErrors, sending } from "../account-errors.ts";
import type { CodePurpose } from "../code-mail.ts";
import { codeRefusal } from "../code-refusal.ts";
import { needsPassword, CHOOSE_PASSWORD } from "../needs-password.ts";
import { AccountForm } from "./account-form.tsx";
import { OneTimeCodeField, readCode } from "./one-time-code-field.tsx";
import { StepHeading } from "./step-heading.tsx";

/** @param onVerified called once the browser is signed in; returns the outcome to show */
export function CodeStep({
  email,
  purpose,
  isSent,
  action,
  button,
  onVerified,
  onBack,
}: {
  email: string;
  purpose: CodePurpose;
  isSent: boolean;
  action: Action;
  button: string;
  onVerified: () => Outcome | null;
  onBack: () => void;
}) {
  const [, navigate] = useLocation();
  const [waitS, startWait] = useCountdown(isSent ? MAIL_PAUSE_S : 0);
  return (
    <>
      <StepHeading>{isSent ? "Check your inbox" : "Type your code"}</StepHeading>
      <p className="account-intro">
        {isSent ? (
          <>
            If <strong>{email}</strong> can be used here, we’ve sent it a link and a six-digit code.
            Open the link or enter the code.
          </>
        ) : (
          <>
            Enter the six-digit code from our latest email to <strong>{email}</strong>, or open its
            link. If you can’t find it, ask for a new one.
          </>
        )}
        {isSent && purpose === "signup" && (
          <>
            {" "}
            No email? You may have an account already:{" "}
            <TextLink href={paths.login}>sign in</TextLink>.
          </>
        )}
      </p>
      <AccountForm
        legend="Code from our email"
        hasCode
        action={action}
        onSubmit={sending(action, ACCOUNT_MESSAGES.code.failed, async (data) => {
          const client = await auth();
          const { data: verified, error } = await client.verifyOtp({
            email,
            token: readCode(data),
            type: purpose,
          });
          const refusal = codeRefusal(error);
          if (refusal !== null) return failure(refusal);
          throwIfError(error);
          const { user } = verified;
          if (purpose === "signup" && user !== null && (await needsPassword(user))) {
            navigate(`${paths.confirm}#${CHOOSE_PASSWORD}`, { replace: true });
            return LEAVING;
          }
          return onVerified();
        })}
      >
        <OneTimeCodeField />
        <div className="account-actions">
          <Button type="submit" arrow={!action.isRunning}>
            {action.isRunning ? "Checking..." : button}
          </Button>
          <Button
            variant="quiet"
            disabled={waitS > 0}
            onClick={() => {
              void action.runAs(
                "resend",
                accountErrors(ACCOUNT_MESSAGES.code.notSent),
                async () => {
                  const { sendCodeMail } = await import("../code-mail.ts");
                  const refusal = await sendCodeMail(purpose, email);
                  startWait(refusal?.waitS ?? MAIL_PAUSE_S);
                  return refusal === null
                    ? note(ACCOUNT_MESSAGES.code.sent)
                    : failure(refusal.text);
                },
              );
            }}
          >
            {ACCOUNT_MESSAGES.code.resend(waitS)}
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              action.clear();
              onBack();
            }}
          >
            Use another address
          </Button>
        </div>
      </AccountForm>
    </>
  );
}
