import { fieldsOf, textOf } from "../../lib/json.ts";

/** Names of the fields of "Your month" on the home page. */
const NAMES = ["company", "town", "trade", "businessType"] as const;

type Given = { readonly company?: string; readonly business_type?: string };

/**
 * What the visitor gave "Your month", for the trial form. It moves from the address into the history
 * state: scripts of advertisers read addresses, and reload and Back keep the state.
 */
export function takePrefill(): Given {
  const address = new URL(window.location.href);
  const state = fieldsOf(window.history.state);
  const words = Object.fromEntries(
    NAMES.flatMap((name) => {
      const word = address.searchParams.get(name) ?? textOf(state[name]);
      address.searchParams.delete(name);
      return word === null || word.trim() === "" ? [] : [[name, word.trim()]];
    }),
  );
  window.history.replaceState({ ...state, ...words }, "", address);
  return wordsAsFields(words);
}

/** The form has no field for the town, so the town follows the name. */
export function wordsAsFields(words: Readonly<Record<string, string>>): Given {
  const { company, town, businessType } = words;
  const business = [company, town].filter((word) => word !== undefined).join(", ");
  return {
    ...(business !== "" && { company: business }),
    ...(businessType !== undefined && { business_type: businessType }),
  };
}
