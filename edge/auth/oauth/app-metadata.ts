/**
 * What an account says of the ways in which its owner is known.
 *
 * @param providers in the order in which they were added
 */
export function providersMetadata(providers: readonly string[]): {
  provider: string;
  providers: string[];
} {
  const distinct = [...new Set(providers)];
  return { provider: distinct[0] ?? "", providers: distinct };
}
