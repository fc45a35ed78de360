import { Component, type ReactNode, useEffect, useState } from "react";
import { COMPANY } from "#contracts/company.ts";
import { focusHeading } from "../lib/navigate.ts";
import { reloadIfReachable } from "../lib/reachable.ts";
import { paths } from "../paths.ts";
import { Button, ButtonLink } from "./button.tsx";
import { PageTitle } from "./page-title.tsx";

/** Stands around a page, or around a part without which the rest of the page still serves. */
type Props = { children: ReactNode; isPart?: true };

export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    const { children, isPart = false } = this.props;
    return this.state.failed ? <Failure isPart={isPart} /> : children;
  }
}

function Failure({ isPart }: { isPart: boolean }) {
  const [isOffline, setIsOffline] = useState(!navigator.onLine);
  useEffect(() => {
    if (!isPart) focusHeading();
  }, [isPart]);
  const tryAgain = async () => setIsOffline(!(await reloadIfReachable()));
  return (
    <div role="alert" className={isPart ? "" : "page-width section-space"}>
      {!isPart && <PageTitle className="text-3xl">This page did not load</PageTitle>}
      <p className="measure mt-5 text-lg text-ink-soft">
        {isOffline ? "You seem to be offline." : "Something didn’t load."} Try again in a moment, or
        email{" "}
        <a className="text-link" href={`mailto:${COMPANY.email}`}>
          {COMPANY.email}
        </a>
        .
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
