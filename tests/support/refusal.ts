/** Reads the status and the code of a refused call, in the forms of both APIs. */
export function refusal({ status, body }: { status: number; body: unknown }): [number, unknown] {
  const { code, error } = body as { code?: string; error?: string };
  return [status, code ?? error];
}
