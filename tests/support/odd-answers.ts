type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type Fields = { [key: string]: Json };

export type OddAnswer = { path: string; how: string; answer: Fields };

/**
 * Leaves out each field of an answer, sets it to null, gives it a value that is new to us, and gives its objects as deleted
 * ones and as ids. Leaves the ids alone, which Stripe never leaves out.
 */
export function* oddAnswersOf(given: Fields): Generator<OddAnswer> {
  for (const path of pathsOf(given)) {
    const value = at(given, path);
    const hows: Record<string, Json | undefined> = { missing: undefined, null: null };
    if (typeof value === "string") hows["new"] = "new_value";
    if (typeof value === "object" && value !== null && "id" in value) {
      hows["deleted"] = { id: value["id"] ?? null, object: value["object"] ?? "", deleted: true };
      hows["id"] = value["id"] ?? null;
    }
    for (const [how, changed] of Object.entries(hows)) {
      const answer = structuredClone(given);
      const keys = path.split(".");
      const last = keys.pop() ?? "";
      const holder = at(answer, keys.join(".")) as Fields;
      if (changed === undefined) delete holder[last];
      else holder[last] = changed;
      yield { path, how, answer };
    }
  }
}

function pathsOf(value: Json, prefix = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = `${prefix}${key}`;
    const isOwn = !Array.isArray(value) && key !== "id";
    return [...(isOwn ? [path] : []), ...pathsOf(inner, `${path}.`)];
  });
}

function at(value: Json, path: string): Json {
  return path === ""
    ? value
    : path.split(".").reduce((inner, key) => (inner as Fields)[key] ?? null, value);
}
