import * as z from "zod";
import type { World } from "../world.ts";
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
