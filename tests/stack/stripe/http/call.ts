import { z } from "zod";
import type { World } from "../world.ts";
import { integer } from "./params.ts";

type Shape = Record<string, z.ZodType>;

/** Parameters that the SDK's own type does not know are a mistake here: the provider would refuse them. */
type KnownTo<P, S> = { [Key in Exclude<keyof S, keyof P>]: never };

/** One call of the API. */
export interface Call {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly params: z.ZodType;
  /** @returns the object of the answer, not yet expanded */
  run(world: World, params: unknown, id: string): object;
}

/**
 * Describes a call, against the SDK's type of its parameters: `call<Stripe.CustomerCreateParams>()("POST", …)`.
 *
 * @returns a function of method, path (with `:id` for the one id in it), the parameters, and what to do
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
      // The schema above has just checked them.
      run: (world, checked, id) => run(world, checked as z.output<z.ZodObject<S>>, id),
    };
  };
}

/** Parameters of every list. */
export const paging = () => ({
  limit: integer()
    .refine((value) => value >= 1 && value <= 100)
    .optional(),
  starting_after: z.string().min(1).optional(),
  ending_before: z.string().min(1).optional(),
});
