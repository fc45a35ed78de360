import {
  ANSWER_LENGTHS,
  type AnswerKey,
  isLine,
  PLATFORMS,
} from "#contracts/content/brief-answers.ts";
import { ANSWER_LABELS } from "#contracts/messages/brief.ts";
import { Button } from "../../../ui/button.tsx";
import { TextArea, TextField } from "../../../ui/field.tsx";

export type FieldOptions = {
  required?: boolean;
  hint?: string;
  placeholder?: string;
  autoComplete?: string;
  error?: string | undefined;
};

export function AnswerField({
  name,
  value,
  clash,
  hint,
  onType,
  onResolve,
  ...options
}: FieldOptions & {
  name: AnswerKey;
  value: string;
  /** The text of another tab; undefined for none. */
  clash: string | undefined;
  onType: (text: string) => void;
  onResolve: (theirs: boolean) => void;
}) {
  const shared = {
    label: ANSWER_LABELS[name],
    name,
    value,
    maxLength: ANSWER_LENGTHS[name],
    placeholder: hint,
    onChange: (event: { target: { value: string } }) => onType(event.target.value),
    ...options,
  };
  return (
    <div>
      {isLine(name) ? (
        <TextField
          autoComplete="off"
          {...(name in PLATFORMS ? { autoCapitalize: "none", spellCheck: false } : {})}
          {...shared}
        />
      ) : (
        <TextArea rows={3} {...shared} />
      )}
      {clash !== undefined && (
        <div role="alert" className="mt-3 border-l-4 border-persimmon bg-paper-deep px-5 py-4">
          <p>
            <strong>{ANSWER_LABELS[name]}</strong> was also changed in another tab or on another
            device. It says:
          </p>
          <blockquote className="mt-3 mb-4 whitespace-pre-wrap wrap-anywhere">
            {clash === "" ? "(nothing)" : clash}
          </blockquote>
          <div className="account-actions">
            <Button variant="secondary" onClick={() => onResolve(true)}>
              Use that text
            </Button>
            <Button variant="quiet" onClick={() => onResolve(false)}>
              Keep mine
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
