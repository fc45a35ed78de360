import { useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { errorMessage, type ErrorTexts } from "./error-message.ts";
import { changePending } from "./pending.ts";

export type Outcome = {
  readonly tone: "error" | "note" | "success";
  readonly text: string;
  /** How long a success is shown before the redirect. */
  readonly redirectAfterMs?: number;
  /** Another page is opening, so the action stays busy until this one unloads. */
  readonly isLeaving?: true;
};

export const LEAVING: Outcome = { tone: "note", text: "", isLeaving: true };

export function failure(text: string): Outcome {
  return { tone: "error", text };
}

export function note(text: string): Outcome {
  return { tone: "note", text };
}

export function success(text: string, redirectAfterMs = 0): Outcome {
  return { tone: "success", text, redirectAfterMs };
}

/** The name of the action that sends a form. */
export const SUBMIT = "submit";

type State = {
  readonly running: string | null;
  /** The action that had the outcome. */
  readonly finished: string | null;
  readonly outcome: Outcome | null;
  readonly error: unknown;
};

const IDLE: State = { running: null, finished: null, outcome: null, error: null };

export type Action = ReturnType<typeof useAction>;

/** Runs one server action at a time and exposes its outcome. */
export function useAction() {
  const [state, setState] = useState(IDLE);
  const trigger = useRef<HTMLElement>(null);

  // A page that was left while busy may return from the back/forward cache.
  useEffect(() => {
    const reset = (event: PageTransitionEvent) => {
      if (event.persisted) setState((now) => ({ ...now, running: null }));
    };
    window.addEventListener("pageshow", reset);
    return () => window.removeEventListener("pageshow", reset);
  }, []);

  /**
   * @param name tells actions of one page apart
   * @param perform returns null when the page itself shows the result
   */
  const runAs = useCallback(
    async (name: string, texts: ErrorTexts, perform: () => Promise<Outcome | null>) => {
      const { activeElement } = document;
      trigger.current = activeElement instanceof HTMLElement ? activeElement : null;
      setState({ ...IDLE, running: name });
      changePending(1);
      let result: State;
      try {
        const outcome = await perform();
        const running = outcome?.isLeaving === true ? name : null;
        result = { ...IDLE, running, finished: name, outcome };
      } catch (error) {
        const failed = failure(errorMessage(error, texts));
        result = { running: null, finished: name, outcome: failed, error };
      }
      if (result.running === null) changePending(-1);
      // flushSync: a caller that waits for `run` may focus a control that was disabled.
      flushSync(() => setState(result));
    },
    [],
  );

  const run = useCallback(
    (texts: ErrorTexts, perform: () => Promise<Outcome | null>) => runAs(SUBMIT, texts, perform),
    [runAs],
  );

  const clear = () => setState((now) => (now.outcome === null ? now : IDLE));

  /** Clears the outcome and returns the focus to the control that started the action. */
  const dismiss = () => {
    clear();
    trigger.current?.focus();
  };

  const { running, outcome } = state;
  const errorText = outcome?.tone === "error" ? outcome.text : null;
  return { ...state, isRunning: running !== null, errorText, run, runAs, clear, dismiss };
}
