import type { AccountEmail } from "#contracts/api/account-email.ts";
import { fieldsOf } from "../../../lib/json.ts";
import { callApi } from "../../session/call-api.ts";

export async function fetchAccountEmail(): Promise<AccountEmail> {
  const response = await callApi("GET", "account/email");
  const fields = fieldsOf(await response.json());
  return {
    is_undeliverable: fields["is_undeliverable"] === true,
    is_new_address_enough: fields["is_new_address_enough"] === true,
    has_password: fields["has_password"] === true,
  };
}
