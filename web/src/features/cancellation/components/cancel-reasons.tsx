import { useId } from "react";
import {
  CANCEL_REASON_LABELS,
  CANCEL_REASONS,
  type CancelReason,
  FEEDBACK_MAX,
} from "#contracts/billing/retention-offer.ts";
import { Button } from "../../../ui/button.tsx";
import { TextArea } from "../../../ui/field.tsx";
import { ExternalLink, Link } from "../../../ui/link.tsx";
import type { CancellationDraft } from "../cancellation-draft.ts";
import {
  type CustomerSituation,
  type ReasonLink,
  type ReasonResponse,
  reasonResponse,
} from "../reason-responses.ts";

export type CancelReasonsProps = {
  draft: CancellationDraft;
  situation: CustomerSituation;
  disabled: boolean;
  onChange: (draft: CancellationDraft) => void;
};

export function CancelReasons({ draft, situation, disabled, onChange }: CancelReasonsProps) {
  const hintId = useId();
  return (
    <section aria-labelledby="reasons">
      <fieldset className="retention-reasons" disabled={disabled} aria-describedby={hintId}>
        <legend id="reasons" className="text-2xl">
          Why are you leaving?
        </legend>
        <p id={hintId}>Optional, but it helps us improve.</p>
        {CANCEL_REASONS.map((reason) => (
          <Reason
            key={reason}
            reason={reason}
            response={draft.reason === reason ? reasonResponse(reason, situation) : null}
            onChoose={() => onChange({ ...draft, reason })}
          />
        ))}
        {draft.reason !== null && (
          <Button variant="quiet" onClick={() => onChange({ ...draft, reason: null })}>
            I’d rather not say
          </Button>
        )}
        <TextArea
          label="Anything you’d like to tell us"
          name="feedback"
          className="mt-6"
          rows={4}
          maxLength={FEEDBACK_MAX}
          value={draft.feedback}
          onChange={(event) => onChange({ ...draft, feedback: event.target.value })}
        />
      </fieldset>
    </section>
  );
}

function Reason({
  reason,
  response,
  onChoose,
}: {
  reason: CancelReason;
  response: ReasonResponse | null;
  onChoose: () => void;
}) {
  return (
    <div className="retention-reason">
      <label>
        <input
          type="radio"
          name="reason"
          className="choice"
          checked={response !== null}
          onChange={onChoose}
        />
        {CANCEL_REASON_LABELS[reason]}
      </label>
      <output>
        {response !== null && (
          <>
            <span className="block">{response.text}</span>
            <span className="mt-2 flex flex-wrap gap-x-6 gap-y-3">
              {response.links.map((link) => (
                <ResponseLink key={link.href} link={link} />
              ))}
            </span>
          </>
        )}
      </output>
    </div>
  );
}

function ResponseLink({ link: { label, href, isExternal } }: { link: ReasonLink }) {
  if (isExternal === true) {
    return (
      <ExternalLink href={href} className="text-link">
        {label}
      </ExternalLink>
    );
  }
  return (
    <Link href={href} className="text-link">
      {label}
    </Link>
  );
}
