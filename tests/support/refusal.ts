/** How a call was refused, in the forms of both APIs: its status and code. */
export function refusal({ status, body }: { status: number; body: unknown }): [number, unknown] {
  const { code, error } = body as { code?: string; error?: string };
  return [status, code ?? error];
}
