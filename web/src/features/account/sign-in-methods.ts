import type { MailLink } from "#contracts/api/mail-link.ts";
import type { RemovalLink } from "#contracts/api/removal-link.ts";
import type { AddedMethod, AddedMethods, Removal } from "#contracts/api/sign-in-methods.ts";
import { fieldsOf, textOf } from "../../lib/json.ts";
import { callApi } from "../session/call-api.ts";

/** @throws {CallError} 404 for a link that is used or expired */
export async function fetchMailLink([, token]: readonly [string, string]): Promise<MailLink> {
  const response = await callApi("POST", "account/mail-link", { token });
  const fields = fieldsOf(await response.json());
  return { email: textOf(fields["email"]) ?? "", new_email: textOf(fields["new_email"]) };
}

/** @throws {CallError} 404 for a link that has expired */
export async function fetchRemoval([, link]: readonly [string, RemovalLink]): Promise<Removal> {
  const response = await callApi("POST", "account/removal", link);
  return (await response.json()) as Removal;
}

/** @throws {CallError} as {@link fetchRemoval} */
export async function confirmRemoval(link: RemovalLink): Promise<void> {
  await callApi("POST", "account/removal/confirm", link);
}

/** @throws {CallError} `insufficient_aal` or `reauthentication_needed` */
export async function fetchAddedMethods(): Promise<readonly AddedMethod[]> {
  const response = await callApi("GET", "account/recovery");
  return ((await response.json()) as AddedMethods).methods;
}

/** What a link shows is read once: after its button it is used. */
export const READ_ONCE = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
} as const;
