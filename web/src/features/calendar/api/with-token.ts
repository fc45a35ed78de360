/** The header with the token of an approval link. */
export async function withToken(token: string): Promise<Record<string, string>> {
  const { MAIL_TOKEN_HEADER } = await import("#contracts/api/content/calendar.ts");
  return { [MAIL_TOKEN_HEADER]: token };
}
