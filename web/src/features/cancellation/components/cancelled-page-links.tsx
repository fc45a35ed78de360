import type { ReactNode } from "react";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";

type CancelledPageLinksProps = {
  isCancelled: boolean;
  isSignedIn: boolean;
  children?: ReactNode;
};

export function CancelledPageLinks({ isCancelled, isSignedIn, children }: CancelledPageLinksProps) {
  return (
    <div className="button-row">
      {children}
      {isSignedIn && (
        <ButtonLink href={paths.dashboard} variant={isCancelled ? "secondary" : "primary"}>
          Go to the dashboard
        </ButtonLink>
      )}
      <ButtonLink href={paths.home} variant="quiet">
        Back to Homepage
      </ButtonLink>
    </div>
  );
}
