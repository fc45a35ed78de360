/** In the order of linking. */
export function providersMetadata(providers: readonly string[]): {
  provider: string;
  providers: string[];
} {
  const distinct = [...new Set(providers)];
  return { provider: distinct[0] ?? "", providers: distinct };
}
