import * as z from "zod";
import type { Form } from "./form.ts";
import { type ApiError, paramError } from "./stripe-error.ts";

const LONGEST_TEXT = 5_000;

export const text = (longest = LONGEST_TEXT) => z.string().min(1).max(longest);
export const integer = () =>
  z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number);
export const decimal = () =>
  z
    .string()
    .regex(/^-?\d{1,12}(\.\d{1,12})?$/)
    .transform(Number);
export const flag = () => z.enum(["true", "false"]).transform((value) => value === "true");
/** Unix seconds. */
export const timestamp = () => integer();
/** Stripe unsets a value with an empty string. */
export const unsettable = <T extends z.ZodType>(value: T) =>
  z.union([z.literal("").transform(() => null), value]);

/** An empty string removes a key, and an empty whole removes all keys. */
export const metadata = () =>
  z.union([z.literal("").transform(() => null), z.record(z.string().max(40), z.string().max(500))]);
export type MetadataChange = z.output<ReturnType<typeof metadata>> | undefined;

export function changeMetadata(
  before: Readonly<Record<string, string>>,
  change: MetadataChange,
): Record<string, string> {
  if (change === undefined) return { ...before };
  if (change === null) return {};
  return Object.fromEntries(
    Object.entries({ ...before, ...change }).filter(([, value]) => value !== ""),
  );
}

export const address = () =>
  z.strictObject({
    city: z.string().optional(),
    country: z.string().optional(),
    line1: z.string().optional(),
    line2: z.string().optional(),
    postal_code: z.string().optional(),
    state: z.string().optional(),
  });

export const created = () =>
  z.union([
    integer(),
    z.strictObject({
      gt: integer().optional(),
      gte: integer().optional(),
      lt: integer().optional(),
      lte: integer().optional(),
    }),
  ]);

export function onlyOne(params: object, names: readonly string[]): void {
  const given = names.filter((name) => Reflect.get(params, name) !== undefined);
  if (given.length < 2) return;
  throw paramError(`You may only specify one of these parameters: ${given.join(", ")}.`, {
    code: "parameters_exclusive",
    param: given[0] ?? "",
  });
}

/** @throws {ApiError} naming the first parameter that is unknown, missing or wrong */
export function checkParams<S extends z.ZodType>(schema: S, form: Form): z.output<S> {
  const result = schema.safeParse(form);
  if (result.success) return result.data;
  throw refusalOf(result.error.issues, form);
}

type Issue = z.core.$ZodIssue;

function refusalOf(issues: readonly Issue[], form: Form): ApiError {
  const unknown = issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" ? issue.keys.map((key) => nameOf([...issue.path, key])) : [],
  );
  const [first] = unknown;
  if (first !== undefined) {
    const what = unknown.length === 1 ? "parameter" : "parameters";
    return paramError(`Received unknown ${what}: ${unknown.join(", ")}`, {
      code: "parameter_unknown",
      param: first,
    });
  }
  const [issue] = issues;
  if (issue === undefined) throw new Error("Bug: parameters were refused for no reason.");
  return refusalOfIssue(issue, form);
}

function refusalOfIssue(issue: Issue, form: Form): ApiError {
  const param = nameOf(issue.path);
  const given = issue.path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined,
    form,
  );
  if (given === undefined) {
    return paramError(`Missing required param: ${param}.`, {
      code: "parameter_missing",
      param,
    });
  }
  if (issue.code === "invalid_union") {
    // Ignores the union's branch for the empty string.
    const meant = issue.errors.at(-1) ?? [];
    return refusalOf(
      meant.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })),
      form,
    );
  }
  if (given === "") {
    return paramError(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      { code: "parameter_invalid_empty", param },
    );
  }
  if (issue.code === "invalid_format") {
    return paramError(`Invalid integer: ${JSON.stringify(given)}`, {
      code: "parameter_invalid_integer",
      param,
    });
  }
  if (issue.code === "invalid_value") {
    return paramError(`Invalid ${param}: must be one of ${issue.values.map(String).join(", ")}`, {
      param,
    });
  }
  return paramError(`Invalid ${param}: ${issue.message}`, { param });
}

function nameOf(path: readonly PropertyKey[]): string {
  return path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join("");
}
