import { Component, type ReactNode, useEffect, useState } from "react";
import { OFFLINE } from "../lib/error-message.ts";
import { focusHeading } from "../lib/navigate.ts";
import { reloadIfReachable } from "../lib/reachable.ts";
import { paths } from "../paths.ts";
import { Button, ButtonLink } from "./button.tsx";
import { EmailLink } from "./link.tsx";
import { PageTitle } from "./page-title.tsx";

type Props = {
  children: ReactNode;
  /** Draws a part again without which the rest of the page still serves; a page has none. */
  retry?: (() => Promise<boolean>) | undefined;
};

export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    const { children, retry } = this.props;
    return this.state.failed ? <Failure retry={retry} /> : children;
  }
}

function Failure({ retry }: Pick<Props, "retry">) {
  const isPart = retry !== undefined;
  const [isOffline, setIsOffline] = useState(!navigator.onLine);
  useEffect(() => {
    if (retry === undefined) focusHeading();
    const onOnline = () => void retry?.();
    window.addEventListener("online", onOnline);
    return () => window.removeEventListener("online", onOnline);
  }, [retry]);
  // A newer deployment may have removed the part's file. Then only a new document names one that exists.
  const tryAgain = async () =>
    setIsOffline(!((await retry?.()) === true || (await reloadIfReachable())));
  return (
    <div role="alert" className={isPart ? "" : "page-width section-space"}>
      {!isPart && <PageTitle className="text-3xl">This page did not load</PageTitle>}
      <p className="measure mt-5 text-lg text-ink-soft">
        {isOffline ? OFFLINE : "Something didn’t load."} Try again in a moment, or email{" "}
        <EmailLink />.
      </p>
      <div className="mt-8 flex flex-wrap gap-4">
        <Button onClick={() => void tryAgain()}>Try again</Button>
        {!isPart && (
          <ButtonLink href={paths.home} variant="secondary">
            Back to the home page
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
