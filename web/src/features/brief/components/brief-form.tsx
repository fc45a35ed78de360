import type { User } from "@supabase/auth-js";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { BriefResponse } from "#contracts/api/content/brief.ts";
import {
  type AnswerKey,
  missingAnswers,
  PLATFORM_KEYS,
  PLATFORMS,
  type RequiredAnswer,
} from "#contracts/content/brief-answers.ts";
import { BRIEF_MESSAGES } from "#contracts/messages/brief.ts";
import { AFTER_PAYMENT } from "../../../content/promises.ts";
import { formatLongDay } from "../../../lib/dates.ts";
import { focusHeading } from "../../../lib/navigate.ts";
import { failure, useAction } from "../../../lib/use-action.ts";
import { paths } from "../../../paths.ts";
import { ErrorBoundary } from "../../../shell/error-boundary.tsx";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { OutcomeNote } from "../../../ui/outcome-note.tsx";
import { Panel } from "../../account/components/security/panel.tsx";
import { Skeleton } from "../../account/components/skeleton.tsx";
import { apiErrors } from "../../session/api-errors.ts";
import { useDraft } from "../hooks/use-draft.ts";
import { isSame } from "../merge-answers.ts";
import { AnswerField, type FieldOptions } from "./answer-field.tsx";
import { Approvers } from "./approvers.tsx";
import { SaveNote } from "./save-note.tsx";

const Material = lazy(async () => ({ default: (await import("./material.tsx")).Material }));

export function BriefForm({
  user,
  loaded,
  onChanged,
}: {
  user: User;
  loaded: BriefResponse;
  onChanged: (brief: BriefResponse) => void;
}) {
  const [{ brief, answers, clashes, save, refusal }, draft] = useDraft(user.id, loaded, onChanged);
  const action = useAction();
  const [missing, setMissing] = useState<readonly RequiredAnswer[]>([]);
  const [isSent, setIsSent] = useState(false);
  const form = useRef<HTMLDivElement>(null);

  const hasNote = save !== "untouched";
  useEffect(() => {
    // The note that appears at the bottom may cover the field.
    const { activeElement } = document;
    if (hasNote && form.current?.contains(activeElement) === true) {
      activeElement?.scrollIntoView({ block: "nearest" });
    }
  }, [hasNote]);

  async function submit(): Promise<void> {
    const lacking = missingAnswers(answers);
    setMissing(lacking);
    const [first] = lacking;
    if (first !== undefined) {
      const name = first === "platforms" ? PLATFORM_KEYS[0] : first;
      form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
      return;
    }
    await action.run(async () => {
      if (!(await draft.submit())) return failure(BRIEF_MESSAGES.changed);
      setIsSent(true);
      return null;
    }, apiErrors(BRIEF_MESSAGES.submitFailed));
  }

  function changeAgain(): void {
    setIsSent(false);
    // The pressed button is gone.
    focusHeading();
  }

  if (isSent) return <ThankYou isFirst={brief.version === 2} onChange={changeAgain} />;

  const field = (name: AnswerKey, options: FieldOptions = {}) => (
    <AnswerField
      name={name}
      value={answers[name]}
      clash={clashes[name]}
      onType={(text) => {
        draft.type(name, text);
        action.clear();
        const filled = name in PLATFORMS ? "platforms" : name;
        if (missing.some((one) => one === filled)) {
          setMissing(missing.filter((one) => one !== filled));
        }
      }}
      onResolve={(theirs) => draft.resolve(name, theirs)}
      {...options}
    />
  );
  const needed = (name: RequiredAnswer) =>
    missing.includes(name) ? BRIEF_MESSAGES.needed[name] : undefined;
  const { submittedAt, revision } = brief;
  const isUnsent = submittedAt === null || revision > 0 || !isSame(answers, brief.answers);
  return (
    <div ref={form} className="brief">
      <p className="measure mb-6 text-ink-soft">
        Your answers are saved as you type. Stop at any time and carry on later.
      </p>
      {submittedAt !== null && (
        <p className="account-notice mb-6">
          You sent your brief on {formatLongDay(submittedAt)}.{" "}
          {isUnsent ? BRIEF_MESSAGES.unsent : BRIEF_MESSAGES.changeable}
        </p>
      )}
      <Panel id="business" title="Your business" lead="The two answers we can’t do without.">
        <div className="account-fields">
          {field("businessName", {
            required: true,
            autoComplete: "organization",
            error: needed("businessName"),
          })}
          {field("about", {
            required: true,
            hint: "What you sell or do, where, and what people come to you for.",
            error: needed("about"),
          })}
        </div>
      </Panel>
      <Panel
        id="platforms"
        title="Where we post"
        lead="At least one, with your handle or page address."
      >
        <div className="account-fields">
          {PLATFORM_KEYS.map((name, index) => (
            <div key={name}>
              {field(name, {
                placeholder: "@yourbusiness",
                ...(index === 0 ? { error: needed("platforms") } : {}),
              })}
            </div>
          ))}
        </div>
      </Panel>
      <Panel id="voice" title="How you sound" lead="A few words each are enough.">
        <div className="account-fields">
          {field("audience", { hint: "Who would you like to reach?" })}
          {field("tone", { hint: "Warm, dry, expert, playful? A page you like?" })}
          {field("dos", { hint: "What should we always show or say?" })}
          {field("donts", { hint: "What should we never show or say?" })}
        </div>
      </Panel>
      <Panel
        id="material"
        title="What we can use"
        lead="Your logo, photos and clips. Links to folders are fine too."
      >
        <div className="account-fields">
          {field("links", { hint: "Website, menu, price list, booking page: one per line." })}
          {field("material", { hint: "A link, or a few words on what you have." })}
        </div>
        <h3 className="material-title">Upload files</h3>
        <ErrorBoundary isPart>
          <Suspense fallback={<Skeleton shape="row" />}>
            <Material userId={user.id} />
          </Suspense>
        </ErrorBoundary>
      </Panel>
      <Approvers brief={brief} onChanged={(changed) => draft.setApprovers(changed)} />
      <div className="brief-send">
        <OutcomeNote outcome={action.outcome} />
        {isUnsent && (
          <Button disabled={action.isRunning} arrow onClick={() => void submit()}>
            {sendLabel(action.isRunning, submittedAt === null)}
          </Button>
        )}
      </div>
      <SaveNote save={save} refusal={refusal} />
    </div>
  );
}

function sendLabel(isRunning: boolean, isFirst: boolean): string {
  if (isRunning) return "Sending...";
  return isFirst ? "Send my brief" : "Send the changes";
}

/** @param isFirst whether no brief was sent before */
function ThankYou({ isFirst, onChange }: { isFirst: boolean; onChange: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="thanks" className="brief-thanks">
      <h2 id="thanks" ref={heading} tabIndex={-1} className="text-2xl">
        Thank you. We have your brief.
      </h2>
      <p className="measure mt-3 text-ink-soft">
        {isFirst
          ? `We’ll read it and make your first content from it. You’ll see that within ${AFTER_PAYMENT.firstContentBusinessDays} business days of your payment, and nothing goes live without your yes.`
          : "We’ll read what’s changed and use it for everything you haven’t seen yet."}
      </p>
      <div className="customer-ways">
        <ButtonLink href={paths.dashboard} arrow>
          Go to the dashboard
        </ButtonLink>
        <Button variant="quiet" onClick={onChange}>
          Change something
        </Button>
      </div>
    </section>
  );
}
