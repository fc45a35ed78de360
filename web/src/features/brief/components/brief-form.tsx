import type { User } from "@supabase/auth-js";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { BriefResponse } from "#contracts/api/content/brief.ts";
import {
  ANSWER_KEYS,
  type AnswerKey,
  missingAnswers,
  PLATFORM_KEYS,
  PLATFORMS,
  type RequiredAnswer,
} from "#contracts/content/brief-answers.ts";
import { BRIEF_MESSAGES } from "#contracts/messages/brief.ts";
import { inText, TERMS } from "#contracts/terms.ts";
import { formatLongDay } from "../../../lib/dates.ts";
import { focusHeading } from "../../../lib/navigate.ts";
import { takeFocus } from "../../../lib/take-focus.ts";
import { failure, useAction } from "../../../lib/use-action.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { OutcomeNote } from "../../../ui/outcome-note.tsx";
import { apiErrors } from "../../session/api-errors.ts";
import { openDraft, type SaveState } from "../brief-draft.ts";
import { isSame } from "../merge-answers.ts";
import { AnswerField, type FieldOptions } from "./answer-field.tsx";
import { Approvers } from "./approvers.tsx";
import { BriefPanels } from "./brief-panels.tsx";

/** Answers to the questions that are asked second. */
const MORE = ANSWER_KEYS.filter(
  (key) => !(key in PLATFORMS) && key !== "businessName" && key !== "about",
);

/** The platforms are one question, beside the name and what the business does. */
const ASKED = MORE.length + 3;

/** One platform is required, so the first one asks for it. */
const [FIRST_PLATFORM] = PLATFORM_KEYS;

type BriefFormProps = {
  user: User;
  loaded: BriefResponse;
  onChanged: (brief: BriefResponse) => void;
};

export function BriefForm({ user, loaded, onChanged }: BriefFormProps) {
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
      const name = first === "platforms" ? FIRST_PLATFORM : first;
      form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
      return;
    }
    await action.run(apiErrors(BRIEF_MESSAGES.submitFailed), async () => {
      if (!(await draft.submit())) return failure(BRIEF_MESSAGES.changed);
      setIsSent(true);
      return null;
    });
  }

  function changeAgain(): void {
    setIsSent(false);
    // The pressed button is gone, and the focus with it.
    focusHeading();
  }

  if (isSent) return <BriefThanks isFirst={brief.version === 2} onChange={changeAgain} />;

  function errorOf(name: AnswerKey): string | undefined {
    const required = name === FIRST_PLATFORM ? "platforms" : name;
    const lacking = missing.find((one) => one === required);
    return lacking && BRIEF_MESSAGES.needed[lacking];
  }

  function type(name: AnswerKey, text: string): void {
    draft.type(name, text);
    action.clear();
    const filled = name in PLATFORMS ? "platforms" : name;
    setMissing(missing.filter((one) => one !== filled));
  }

  const field = (name: AnswerKey, options: FieldOptions = {}) => (
    <AnswerField
      name={name}
      value={answers[name]}
      clash={clashes[name]}
      error={errorOf(name)}
      onType={(text) => type(name, text)}
      onResolve={(theirs) => draft.resolve(name, theirs)}
      {...options}
    />
  );
  const { submittedAt, revision } = brief;
  const given =
    ASKED -
    missingAnswers(answers).length -
    MORE.filter((name) => answers[name].trim() === "").length;
  const isUnsent = submittedAt === null || revision > 0 || !isSame(answers, brief.answers);
  return (
    <div
      ref={form}
      // A focused field does not hide behind the note at the bottom.
      className="wrap-anywhere [&_:is(input,textarea,button)]:scroll-my-24 [&_textarea]:min-h-24"
    >
      <p className="mb-6 max-w-176 text-ink-soft">
        <progress aria-hidden="true" value={given} max={ASKED} />
        {`${given} of ${ASKED} answered. Your answers are saved as you type: stop at any time and carry on later.`}
      </p>
      {submittedAt !== null && (
        <p className="account-notice mb-6">
          You sent your brief on {formatLongDay(submittedAt)}.{" "}
          {isUnsent ? BRIEF_MESSAGES.unsent : BRIEF_MESSAGES.changeable}
        </p>
      )}
      <BriefPanels
        userId={user.id}
        field={field}
        isBegun={
          missingAnswers(loaded.answers).length === 0 ||
          MORE.some((name) => loaded.answers[name] !== "")
        }
      >
        <Approvers brief={brief} onChanged={(changed) => draft.setApprovers(changed)} />
      </BriefPanels>
      <div className="border-ink py-6 has-[button]:border-t-2 lg:pl-[calc(100%/3+1.67rem)]">
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

function BriefThanks({ isFirst, onChange }: { isFirst: boolean; onChange: () => void }) {
  return (
    <section aria-labelledby="thanks" className="bg-foam p-[clamp(1.25rem,1rem+1.5vw,2.25rem)]">
      <h2 id="thanks" ref={takeFocus} tabIndex={-1} className="text-2xl">
        Thank you. We have your brief.
      </h2>
      <p className="measure mt-3 text-ink-soft">
        {isFirst
          ? `We’ll read it and make your first content from it. You’ll see that within ${inText(TERMS.firstContent)} of your payment, and nothing goes live without your yes.`
          : "We’ll read what’s changed and use it for everything you haven’t seen yet."}
      </p>
      <div className="button-row">
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

const TEXTS: Readonly<Record<Exclude<SaveState, "refused">, string>> = {
  untouched: "",
  saving: BRIEF_MESSAGES.saving,
  saved: BRIEF_MESSAGES.saved,
  retrying: BRIEF_MESSAGES.retrying,
};

/** Says what changes: "Saving..." after each pause in typing would talk over the user. */
function SaveNote({ save, refusal }: { save: SaveState; refusal: string | null }) {
  const text = save === "refused" ? (refusal ?? "") : TEXTS[save];
  return (
    <div
      className="sticky bottom-0 max-md:bottom-14 bg-paper pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] text-(length:--text-sm) font-semibold text-ink-soft data-[save=refused]:text-bad data-[save=retrying]:text-bad data-[save=untouched]:invisible"
      data-save={save}
    >
      <p aria-hidden="true">{text}</p>
      <output className="sr-only">{save === "saving" ? "" : text}</output>
    </div>
  );
}

/** The draft of the page, and its state: the draft outlives a render, as its requests do. */
function useDraft(userId: string, loaded: BriefResponse, onBrief: (brief: BriefResponse) => void) {
  const [draft] = useState(() => openDraft(userId, loaded, onBrief));
  useEffect(() => draft.start(), [draft]);
  useEffect(() => draft.receive(loaded), [draft, loaded]);
  return [useSyncExternalStore(draft.subscribe, draft.read), draft] as const;
}
