import { Component, type ReactNode } from "react";
import { COMPANY } from "#contracts/company.ts";
import { paths } from "../paths.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { PageTitle } from "../ui/page-title.tsx";

export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <PageFailure /> : this.props.children;
  }
}

function PageFailure() {
  return (
    <div role="alert" className="page-width section-space">
      <PageTitle className="text-3xl">This page did not load</PageTitle>
      <p className="measure mt-5 text-lg text-ink-soft">
        The connection may have dropped, or something broke on our side. Trying again usually helps.
        If it doesn’t, email{" "}
        <a className="text-link" href={`mailto:${COMPANY.email}`}>
          {COMPANY.email}
        </a>
        .
      </p>
      <div className="mt-8 flex flex-wrap gap-4">
        {/* A reload also fetches the chunks of a new deployment. */}
        <Button onClick={() => window.location.reload()}>Try again</Button>
        <ButtonLink href={paths.home} variant="secondary">
          Back to the home page
        </ButtonLink>
      </div>
    </div>
  );
}
