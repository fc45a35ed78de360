import { useState } from "react";
import { paths } from "../../../paths.ts";
import { useHash } from "../../../lib/use-hash.ts";
import { Link } from "../../../ui/link.tsx";
import { useSession } from "../../session/session.ts";
import { sessionStorageOrNull } from "../../../lib/browser-storage.ts";
import { consumeReturnTo } from "../../session/return-to.ts";
import { EmailStep } from "./email-step.tsx";
import { CodeStep } from "./code-step.tsx";
import { Loading } from "./loading.tsx";
import { NEW_PASSWORD } from "../new-password-fragment.ts";
import { NewPassword } from "./new-password.tsx";
import { StepHeading } from "./step-heading.tsx";
import { useReturnAfterSuccess } from "../hooks/use-return-to.ts";
import { useAction } from "../../../lib/use-action.ts";

export function Recovery() {
  const session = useSession();
  const action = useAction();
  const comesFromLink = useHash() === NEW_PASSWORD;
  const [asked, setAsked] = useState<{ email: string; isSent: boolean } | null>(null);
  const [isVerified, setIsVerified] = useState(false);
  useReturnAfterSuccess(action, () => consumeReturnTo(sessionStorageOrNull()));

  const isSignedIn = session.state === "signed-in" || session.state === "awaiting-code";
  if (comesFromLink && (session.state === "unknown" || session.state === "returning")) {
    return <Loading />;
  }
  if ((comesFromLink || isVerified) && isSignedIn) {
    return (
      <section id={NEW_PASSWORD} aria-labelledby="new-password-title">
        <StepHeading id="new-password-title">Choose a new password</StepHeading>
        <div className="mt-6">
          <NewPassword action={action} />
        </div>
      </section>
    );
  }
  if (asked !== null) {
    return (
      <CodeStep
        {...asked}
        purpose="recovery"
        action={action}
        button="Continue"
        whenRight={() => {
          setIsVerified(true);
          return null;
        }}
        onBack={() => setAsked(null)}
      />
    );
  }
  return (
    <EmailStep legend="Your address" purpose="recovery" action={action} onCode={setAsked}>
      <p className="text-sm">
        Remembered it?{" "}
        <Link href={paths.login} className="text-link">
          Sign in
        </Link>
      </p>
    </EmailStep>
  );
}
