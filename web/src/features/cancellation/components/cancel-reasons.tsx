import { useId } from "react";
import {
  CANCEL_REASON_LABELS,
  CANCEL_REASONS,
  type CancelReason,
  FEEDBACK_MAX,
} from "#contracts/billing/retention-offer.ts";
import { Button } from "../../../ui/button.tsx";
import { TextArea } from "../../../ui/field.tsx";
import { ExternalLink, TextLink } from "../../../ui/link.tsx";
import type { CancellationDraft } from "../cancellation-draft.ts";
import {
  type CustomerSituation,
  type ReasonLink,
  type ReasonResponse,
  reasonResponse,
} from "../reason-responses.ts";

type CancelReasonsProps = {
  draft: CancellationDraft;
  situation: CustomerSituation;
  disabled: boolean;
  onChange: (draft: CancellationDraft) => void;
};

export function CancelReasons({ draft, situation, disabled, onChange }: CancelReasonsProps) {
  const hintId = useId();
  return (
    <section aria-labelledby="reasons">
      <fieldset className="mt-14 block min-w-0" disabled={disabled} aria-describedby={hintId}>
        <legend id="reasons" className="mb-2 font-display text-2xl font-bold">
          Why are you leaving?
        </legend>
        <p id={hintId} className="mb-5 text-ink-soft">
          Optional, but it helps us improve.
        </p>
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

type ReasonProps = {
  reason: CancelReason;
  response: ReasonResponse | null;
  onChoose: () => void;
};

function Reason({ reason, response, onChoose }: ReasonProps) {
  return (
    <div className="border-2 border-rule not-first-of-type:-mt-0.5 hover:relative hover:border-control has-checked:relative has-checked:z-1 has-checked:border-persimmon has-checked:bg-paper-deep has-[input:focus-visible]:z-2 has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-3 has-[input:focus-visible]:outline-ink">
      <label className="flex cursor-pointer items-start gap-4 px-5 py-3.5">
        <input
          type="radio"
          name="reason"
          className="choice"
          checked={response !== null}
          onChange={onChoose}
        />
        {CANCEL_REASON_LABELS[reason]}
      </label>
      <output className="not-empty:block not-empty:max-w-160 not-empty:pr-5 not-empty:pb-4.5 not-empty:pl-15">
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
  return <TextLink href={href}>{label}</TextLink>;
}
