import { paramError } from "./stripe-error.ts";

export type Form = { [name: string]: FormValue };
type FormValue = string | Form | FormValue[];

type Branch = Map<string, Branch | string>;

/**
 * Decodes nested form parameters: `a[b]=1`, `a[0][b]=1`, `a[]=1`.
 *
 * @throws {ApiError} when a name is both a value and a container
 */
export function decodeForm(text: string): Form {
  const root: Branch = new Map();
  for (const [name, value] of new URLSearchParams(text)) place(root, pathOf(name), value, name);
  const form: Form = {};
  for (const [name, value] of root) form[name] = typeof value === "string" ? value : grow(value);
  return form;
}

function pathOf(name: string): string[] {
  const first = name.indexOf("[");
  if (first <= 0 || !name.endsWith("]")) return [name];
  return [name.slice(0, first), ...name.slice(first + 1, -1).split("][")];
}

function place(root: Branch, path: readonly string[], value: string, name: string): void {
  let branch = root;
  for (const [depth, part] of path.entries()) {
    const key = part === "" ? String(branch.size) : part;
    const known = branch.get(key);
    const isLast = depth === path.length - 1;
    if (isLast && known === undefined) branch.set(key, value);
    else if (isLast || typeof known === "string") throw paramError(`Invalid parameter: ${name}`);
    else {
      const next: Branch = known ?? new Map();
      branch.set(key, next);
      branch = next;
    }
  }
}

function grow(branch: Branch): Form | FormValue[] {
  const entries = [...branch].map(
    ([key, value]) => [key, typeof value === "string" ? value : grow(value)] as const,
  );
  const isList = entries.every(([key]) => /^\d+$/.test(key));
  if (!isList) return Object.fromEntries(entries);
  return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);
}
