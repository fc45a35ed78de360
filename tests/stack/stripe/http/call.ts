import * as z from "zod";
import { filter, find } from "../find.ts";
import type { Kinds } from "../wire.ts";
import type { World } from "../world.ts";
import { isWithin, type Page, pageOf } from "./list.ts";
import { integer } from "./params.ts";

type Shape = Record<string, z.ZodType>;

/** Rejects parameters that stripe-node's type does not have. */
type KnownTo<P, S> = { [Key in Exclude<keyof S, keyof P>]: never };

export interface Call {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly params: z.ZodType;
  run(world: World, params: unknown, id: string): object;
}

/**
 * Describes a route, typed by stripe-node's parameters:
 * `call<Stripe.CustomerCreateParams>()("POST", …)`.
 */
export function call<P>() {
  return <S extends Shape>(
    method: Call["method"],
    path: string,
    shape: S & KnownTo<P, S>,
    run: (world: World, params: z.output<z.ZodObject<S>>, id: string) => object,
  ): Call => {
    const params: z.ZodType = z.strictObject({
      ...shape,
      expand: z.array(z.string().min(1)).optional(),
    });
    return {
      method,
      path,
      params,
      run: (world, checked, id) => run(world, checked as z.output<z.ZodObject<S>>, id),
    };
  };
}

export const paging = () => ({
  limit: integer()
    .refine((value) => value >= 1 && value <= 100)
    .optional(),
  starting_after: z.string().min(1).optional(),
  ending_before: z.string().min(1).optional(),
});

/** Describes how an object is read by its id. */
export const retrieval = (kind: keyof Kinds, path: string): Call =>
  call<object>()("GET", `${path}/:id`, {}, (world, _given, id) => find(world, kind, id));

type Filters<S extends Shape> = { readonly [Name in keyof S]?: z.output<S[Name]> | undefined };
type Tests<K extends keyof Kinds, S extends Shape> = {
  readonly [Name in keyof S]?: (
    one: Kinds[K],
    wanted: z.output<S[Name]> | undefined,
    rest: { readonly world: World; readonly given: Filters<S> },
  ) => boolean;
};

/**
 * Describes a list, of which every filter is optional. An object has the wanted value in the field of the same name,
 * unless a test decides instead.
 */
export function listing<P>() {
  return <K extends keyof Kinds, S extends Shape>(
    kind: K,
    path: string,
    shape: S & KnownTo<P, S>,
    tests: Tests<K, S> = {},
    check: (world: World, given: Filters<S>) => void = () => undefined,
  ): Call => {
    const filters = { ...z.strictObject(shape).partial().shape, ...paging() };
    return call<typeof filters>()("GET", path, filters, (world, params) => {
      const given = params as Filters<S> & Page;
      check(world, given);
      const isMeant = (one: Kinds[K], name: keyof S & string) => {
        const wanted = given[name];
        const test = tests[name];
        if (test !== undefined) return test(one, wanted, { world, given });
        const { [name]: own } = one as Partial<Record<string, unknown>>;
        return name === "created"
          ? isWithin(own as number, wanted as Parameters<typeof isWithin>[1])
          : (wanted ?? own) === own;
      };
      const found = filter(world, kind, (one) =>
        Object.keys(shape).every((name) => isMeant(one, name)),
      );
      return pageOf(path, found, given);
    });
  };
}
