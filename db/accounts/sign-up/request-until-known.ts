import * as z from "zod";

export const Requested = z.object({
  /** Whether the account exists now. */
  isKnown: z.boolean(),
  /** Ids of the events written. */
  written: z.array(z.string()),
});
export type Requested = z.infer<typeof Requested>;

/**
 * Repeats a statement that creates an account or finds it: one that another request created in the meantime blocks the
 * insert and is invisible.
 */
export async function requestUntilKnown<R extends Requested>(
  request: () => Promise<R>,
): Promise<R> {
  const first = await request();
  return first.isKnown ? first : request();
}
