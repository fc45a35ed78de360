import type { ReactNode } from "react";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { PageHead } from "../../../ui/page-title.tsx";

type PlanChangeFrameProps = {
  title: string;
  lead?: string | undefined;
  action?: ReactNode;
  children?: ReactNode;
};

export function PlanChangeFrame({ title, lead, action, children }: PlanChangeFrameProps) {
  return (
    <>
      <PageHead title={title} lead={lead} />
      <div className="page-width pb-(--section)">
        {children}
        <p className="button-row">
          {action}
          <ButtonLink href={paths.dashboard} variant={action === undefined ? "secondary" : "quiet"}>
            Back to Dashboard
          </ButtonLink>
        </p>
      </div>
    </>
  );
}

export function NothingToChange() {
  return (
    <PlanChangeFrame
      title="There’s nothing to change yet."
      lead="You need a running subscription first. Choose a plan to start one."
      action={
        <ButtonLink href={paths.checkout} arrow>
          Choose a plan
        </ButtonLink>
      }
    />
  );
}
