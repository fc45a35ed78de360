import { useCallback, useRef, useState } from "react";
import { type Act, describeFault } from "./describe-fault.ts";

type State = {
  /** What is being done; null while nothing is. */
  readonly running: Act | null;
  readonly problem: string | null;
};

const IDLE: State = { running: null, problem: null };

/** Does what somebody decides, one thing at a time, and says why when it is not done. */
export function useAct() {
  const [state, setState] = useState(IDLE);
  const starter = useRef<HTMLElement>(null);

  /** @param perform answers whether the page is about to go; then it stays busy */
  const run = useCallback(async (act: Act, perform: () => Promise<{ leaves: boolean }>) => {
    const { activeElement } = document;
    starter.current = activeElement instanceof HTMLElement ? activeElement : null;
    setState({ running: act, problem: null });
    try {
      const { leaves } = await perform();
      if (!leaves) setState(IDLE);
    } catch (error) {
      setState({ running: null, problem: describeFault(act, error) });
    }
  }, []);

  /** Takes away what was said, and gives the focus back to what had begun it. */
  const dismiss = useCallback(() => {
    setState((now) => ({ ...now, problem: null }));
    starter.current?.focus();
  }, []);

  return { ...state, run, dismiss };
}
