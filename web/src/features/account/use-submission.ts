import { useCallback, useState } from "react";
import { errorMessage } from "../../lib/error-message.ts";
import { apiErrors } from "../session/api-errors.ts";

export type Outcome =
  | { readonly tone: "problem" | "note"; readonly text: string }
  /** `redirectAfterMs`: how long a success is shown before its author is sent on. */
  | { readonly tone: "success"; readonly text: string; readonly redirectAfterMs: number };

export type Submission = {
  readonly busy: boolean;
  readonly outcome: Outcome | null;
  readonly clear: () => void;
  /** The action returns null when the screen itself shows the result. */
  readonly run: (act: () => Promise<Outcome | null>, fallback: string) => Promise<void>;
};

const IDLE = { busy: false, outcome: null };

export function useSubmission(): Submission {
  const [state, setState] = useState<Pick<Submission, "busy" | "outcome">>(IDLE);

  const clear = useCallback(
    () => setState((now) => (now.outcome === null ? now : { ...now, outcome: null })),
    [],
  );

  const run = useCallback(async (act: () => Promise<Outcome | null>, fallback: string) => {
    setState({ ...IDLE, busy: true });
    let outcome: Outcome | null;
    try {
      outcome = await act();
    } catch (error) {
      outcome = problem(errorMessage(error, apiErrors(fallback)));
    }
    setState({ busy: false, outcome });
  }, []);

  return { ...state, clear, run };
}

export function problem(text: string): Outcome {
  return { tone: "problem", text };
}

export function note(text: string): Outcome {
  return { tone: "note", text };
}

/** `redirectAfterMs`: see `Outcome`; 0 when nobody goes anywhere. */
export function success(text: string, redirectAfterMs = 0): Outcome {
  return { tone: "success", text, redirectAfterMs };
}

type Answer = { readonly data: unknown; readonly error: Error | null };

/** @throws the error of the answer */
export function orThrow<A extends Answer>(answer: A): Extract<A, { error: null }>["data"] {
  throwIfError(answer.error);
  return answer.data;
}

export function throwIfError(error: Error | null): void {
  if (error !== null) throw error;
}
