import * as z from "zod";

const Mails = z.array(z.object({ text: z.string().nullable() }));

/** Returns the texts of the emails to this address, the newest last; none while the inbox is away. */
export async function readInbox(
  inbox: string,
  address: string,
  signal: AbortSignal,
): Promise<string[]> {
  const url = new URL(`/inbox.json?to=${encodeURIComponent(address)}`, inbox);
  const response = await fetch(url, { signal }).catch(() => null);
  const mails = Mails.parse(response === null ? [] : await response.json());
  return mails.map(({ text }) => text ?? "");
}
