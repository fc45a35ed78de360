/** The header of a call by an approval link. */
export async function withToken(token: string) {
  const { MAIL_TOKEN_HEADER } = await import("#contracts/api/content/calendar.ts");
  return { [MAIL_TOKEN_HEADER]: token };
}
