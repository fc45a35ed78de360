/** The first cookie that an answer sets, as a request sends it back. */
export function cookieOf(response: Response): string {
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}
