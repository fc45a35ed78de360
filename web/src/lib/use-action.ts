import { useCallback, useRef, useState } from "react";
import {
  type CancellationAction,
  cancellationErrorMessage,
} from "../features/cancellation/cancellation-error-message.ts";

type State = {
  /** What is being done; null while nothing is. */
  readonly running: CancellationAction | null;
  readonly problem: string | null;
};

const IDLE: State = { running: null, problem: null };

/** Does what somebody decides, one thing at a time, and says why when it is not done. */
export function useAction() {
  const [state, setState] = useState(IDLE);
  const starter = useRef<HTMLElement>(null);

  /** @param perform answers whether the page is about to go; then it stays busy */
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

  /** Takes away what was said, and gives the focus back to what had begun it. */
  const dismiss = useCallback(() => {
    setState((now) => ({ ...now, problem: null }));
    starter.current?.focus();
  }, []);

  return { ...state, run, dismiss };
}
