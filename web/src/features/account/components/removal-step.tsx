import { useState } from "react";
import useSWR from "swr";
import type { RemovalLink } from "#contracts/api/removal-link.ts";
import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { METHOD_MESSAGES } from "#contracts/messages/sign-in-methods.ts";
import { CallError } from "../../../lib/call-error.ts";
import { useAction } from "../../../lib/use-action.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { auth } from "../../session/load-auth-client.ts";
import { useSession } from "../../session/session.ts";
import { sending } from "../account-errors.ts";
import { READ_ONCE, confirmRemoval, fetchRemoval } from "../sign-in-methods.ts";
import { AccountForm } from "./account-form.tsx";
import { MethodName } from "./method-name.tsx";
import { LoadFailed } from "./security/load-failed.tsx";
import { StepHeading } from "./step-heading.tsx";

/** The link of a security notice leads here. Mail scanners open links too, so only the button removes. */
export function RemovalStep({ link }: { link: RemovalLink }) {
  const action = useAction();
  const session = useSession();
  const [isRemoved, setIsRemoved] = useState(false);
  const found = useSWR(["account/removal", link] as const, fetchRemoval, READ_ONCE);
  if (isRemoved) return <Ended heading={METHOD_MESSAGES.gone} />;
  if (isRefused(found.error) || isRefused(action.error))
    return <Ended heading={ACCOUNT_MESSAGES.removal.expired} next={METHOD_MESSAGES.expiredNext} />;
  if (found.error !== undefined) return <LoadFailed onRetry={found.mutate} />;
  if (found.data === undefined) return <Loading />;
  const { email, method } = found.data;
  if (method === null) return <Ended heading={METHOD_MESSAGES.goneBefore} />;

  const remove = sending(action, ACCOUNT_MESSAGES.removal.failed, async () => {
    await confirmRemoval(link);
    // Its session has ended with the others.
    if ("user" in session && session.user.email === email) {
      await (await auth()).signOut({ scope: "local" });
    }
    setIsRemoved(true);
    return null;
  });

  return (
    <>
      <StepHeading>Was this you?</StepHeading>
      <p className="account-intro wrap-anywhere">{METHOD_MESSAGES.asked(email ?? "")}</p>
      <ul className="account-list">
        <li>
          <MethodName method={method} />
        </li>
      </ul>
      <AccountForm legend="Remove it" action={action} onSubmit={remove}>
        <p>{METHOD_MESSAGES.wasItYou}</p>
        <Button type="submit" className="justify-self-start">
          {action.isRunning ? "One moment..." : "Remove it and sign out everywhere"}
        </Button>
      </AccountForm>
    </>
  );
}

/** Too many requests are answered later. */
function isRefused(error: unknown): boolean {
  return error instanceof CallError && [400, 404, 422].includes(error.status);
}

type EndedProps = { heading: string; next?: string };

function Ended({ heading, next = METHOD_MESSAGES.chooseNext }: EndedProps) {
  return (
    <>
      <StepHeading>{heading}</StepHeading>
      <p className="account-intro">{next}</p>
      <ButtonLink href={paths.forgotPassword} arrow>
        Choose a new password
      </ButtonLink>
    </>
  );
}
