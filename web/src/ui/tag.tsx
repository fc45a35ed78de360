/** What a claim or sample is, beside it. */
export function Tag({ children }: { children: string }) {
  return children === "" ? null : (
    <span className="inline-block border px-1.5 text-sm font-semibold">{children}</span>
  );
}
