type Answer = { readonly data: unknown; readonly error: Error | null };

export function orThrow<A extends Answer>(answer: A): Extract<A, { error: null }>["data"] {
  throwIfError(answer.error);
  return answer.data;
}

export function throwIfError(error: Error | null): void {
  if (error !== null) throw error;
}
