import { useCallback, useRef, useState } from "react";
import {
  type CancellationAction,
  cancellationErrorMessage,
} from "../features/cancellation/cancellation-error-message.ts";

type State = {
  readonly running: CancellationAction | null;
  readonly problem: string | null;
};

const IDLE: State = { running: null, problem: null };

/** Runs one server action at a time and exposes its error. */
export function useAction() {
  const [state, setState] = useState(IDLE);
  const starter = useRef<HTMLElement>(null);

  /** @param perform `leaves: true`: stays busy until the page unloads */
  const run = useCallback(
    async (action: CancellationAction, callback: () => Promise<{ leaves: boolean }>) => {
      const { activeElement } = document;
      starter.current = activeElement instanceof HTMLElement ? activeElement : null;
      setState({ running: action, problem: null });
      try {
        const { leaves } = await callback();
        if (!leaves) setState(IDLE);
      } catch (error) {
        setState({ running: null, problem: cancellationErrorMessage(action, error) });
      }
    },
    [],
  );

  /** Closes the error and returns the focus to the control that started the action. */
  const dismiss = useCallback(() => {
    setState((now) => ({ ...now, problem: null }));
    starter.current?.focus();
  }, []);

  return { ...state, run, dismiss };
}
