import type { MailLink } from "#contracts/api/mail-link.ts";
import { fieldsOf, textOf } from "../../../lib/json.ts";
import { callApi } from "../../session/call-api.ts";

/** @throws {CallError} 404 for a link that is used or expired */
export async function fetchMailLink([, token]: readonly [string, string]): Promise<MailLink> {
  const response = await callApi("POST", "account/mail-link", { token });
  const fields = fieldsOf(await response.json());
  return { email: textOf(fields["email"]) ?? "", new_email: textOf(fields["new_email"]) };
}
