import { useState } from "react";
import { useLocation } from "wouter";
import { useAction } from "../../../lib/use-action.ts";
import { useHash } from "../../../lib/use-hash.ts";
import { paths } from "../../../paths.ts";
import { TextLink } from "../../../ui/link.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { part } from "../../../ui/part.tsx";
import { useSession } from "../../session/session.ts";
import { useReturnAfterSuccess } from "../hooks/use-return-to.ts";
import { NEW_PASSWORD } from "../needs-password.ts";
import { CodeStep } from "./code-step.tsx";
import { type CodeRequest, EmailStep } from "./email-step.tsx";
import { Reauthentication } from "./reauthentication.tsx";
import { StepHeading } from "./step-heading.tsx";

const AddedMethods = part(
  async () => (await import("./added-methods.tsx")).AddedMethods,
  <Loading />,
);

export function Recovery() {
  const [, navigate] = useLocation();
  const session = useSession();
  const action = useAction();
  const isFromConfirmLink = useHash() === NEW_PASSWORD;
  const [codeRequest, setCodeRequest] = useState<CodeRequest | null>(null);
  const [isVerified, setIsVerified] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  useReturnAfterSuccess(action);

  function restart(): void {
    action.clear();
    setCodeRequest(null);
    setIsVerified(false);
    setIsChecked(false);
    navigate(paths.forgotPassword, { replace: true });
  }

  const isSignedIn = session.state === "signed-in" || session.state === "awaiting-code";
  if (isFromConfirmLink && (session.state === "unknown" || session.state === "returning")) {
    return <Loading />;
  }
  if ((isFromConfirmLink || isVerified) && isSignedIn) {
    return (
      <section id={NEW_PASSWORD} aria-labelledby="new-password-title">
        <StepHeading id="new-password-title">Choose a new password</StepHeading>
        <div className="mt-6">
          <Reauthentication>
            <AddedMethods
              action={action}
              isChecked={isChecked}
              onChecked={() => setIsChecked(true)}
              onRestart={restart}
            />
          </Reauthentication>
        </div>
      </section>
    );
  }
  if (codeRequest !== null) {
    return (
      <CodeStep
        {...codeRequest}
        purpose="recovery"
        action={action}
        button="Continue"
        onVerified={() => {
          setIsVerified(true);
          return null;
        }}
        onBack={() => setCodeRequest(null)}
      />
    );
  }
  return (
    <EmailStep legend="Your address" purpose="recovery" action={action} onCode={setCodeRequest}>
      <p className="text-sm">
        Remembered it? <TextLink href={paths.login}>Sign in</TextLink>
      </p>
    </EmailStep>
  );
}
