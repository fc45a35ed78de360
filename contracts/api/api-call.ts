import type { $ZodType, input } from "zod/v4/core";
import type { Operations } from "./operations.ts";

type Key = keyof Operations;

/** A path with any text in place of `:id`. */
type Filled<P extends string> = P extends `${infer Before}:${string}/${infer After}`
  ? `${Before}${string}/${Filled<After>}`
  : P extends `${infer Before}:${string}`
    ? `${Before}${string}`
    : P;

type PathOf<K extends Key> = K extends `${string} /functions/v1/${infer P}`
  ? Filled<P> | (Operations[K] extends { query: $ZodType } ? `${Filled<P>}?${string}` : never)
  : never;

type KeyOf<M extends ApiMethod> = Extract<Key, `${M} /functions/v1/${string}`>;

export type ApiMethod = "GET" | "POST" | "PUT" | "DELETE";

/** A path below `/functions/v1`, for example `account/sessions`. */
export type ApiPath<M extends ApiMethod> = PathOf<KeyOf<M>>;

type BodyAt<M extends ApiMethod, P> = {
  [K in KeyOf<M>]: P extends PathOf<K>
    ? Operations[K] extends { body: infer Body extends $ZodType }
      ? input<Body>
      : undefined
    : never;
}[KeyOf<M>];

type Headers = Readonly<Record<string, string>>;

export type ApiArguments<M extends ApiMethod, P> =
  BodyAt<M, P> extends undefined
    ? [body?: undefined, headers?: Headers]
    : [body: BodyAt<M, P>, headers?: Headers];

/** A list of the user's rows in PostgREST's shape. */
export type RowsName = Key extends infer K
  ? K extends `GET /rest/v1/${infer Name}`
    ? Name
    : never
  : never;
