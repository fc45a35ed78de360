import { createContext } from "react";
import { type Action, SUBMIT } from "../../lib/use-action.ts";

/** The action of the form around a field. */
export const FormActionContext = createContext<Action | null>(null);

/** The error of a code that was sent; one of another action of the form is not the code's. */
export function codeError(action: Action | null): string | undefined {
  return action?.finished === SUBMIT ? (action.errorText ?? undefined) : undefined;
}
