import { type ErrorTexts, errorMessage } from "./error-message.ts";
import { useCallback, useEffect, useRef, useState } from "react";

type State<Action> = {
  readonly running: Action | null;
  readonly error: unknown;
  readonly problem: string | null;
};

const IDLE = { running: null, error: null, problem: null };

/**
 * Runs one server action at a time and exposes its error.
 * @param textsOf a stable function
 */
export function useAction<Action extends string>(textsOf: (action: Action) => ErrorTexts) {
  const [state, setState] = useState<State<Action>>(IDLE);
  const starter = useRef<HTMLElement>(null);

  // A page that was left while busy may return from the back/forward cache.
  useEffect(() => {
    const reset = (event: PageTransitionEvent) => {
      if (event.persisted) setState(IDLE);
    };
    window.addEventListener("pageshow", reset);
    return () => window.removeEventListener("pageshow", reset);
  }, []);

  /** @param perform `leaves: true`: stays busy until the page unloads */
  const run = useCallback(
    async (action: Action, perform: () => Promise<{ leaves: boolean }>) => {
      const { activeElement } = document;
      starter.current = activeElement instanceof HTMLElement ? activeElement : null;
      setState({ ...IDLE, running: action });
      try {
        const { leaves } = await perform();
        if (!leaves) setState(IDLE);
      } catch (error) {
        setState({ running: null, error, problem: errorMessage(error, textsOf(action)) });
      }
    },
    [textsOf],
  );

  /** Closes the error and returns the focus to the control that started the action. */
  const dismiss = useCallback(() => {
    setState((now) => ({ ...now, problem: null }));
    starter.current?.focus();
  }, []);

  return { ...state, run, dismiss };
}
