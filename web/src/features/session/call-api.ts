import type { ApiArguments, ApiMethod, ApiPath } from "#contracts/api/api-call.ts";
import { CallError } from "../../lib/call-error.ts";
import { fieldsOf, textOf } from "../../lib/json.ts";
import { newTraceparent } from "../../lib/new-traceparent.ts";
import { readSiteConfig } from "../../lib/site-config.ts";
import { authHeaders, endRejectedSession, readToken } from "./access-token.ts";
import { auth } from "./load-auth-client.ts";
import { readSession } from "./session.ts";

/**
 * Calls a function as the signed-in user, or as a visitor with the public key.
 * @param path for example `account/sessions`
 * @throws {CallError} for every answer but success; other errors when there was none
 */
export async function callApi<M extends ApiMethod, P extends ApiPath<M>>(
  method: M,
  path: P,
  ...[body, headers = {}]: ApiArguments<M, P>
): Promise<Response> {
  const { apiUrl } = readSiteConfig();
  // Visitors need no auth client.
  const { state } = readSession();
  // Whoever has not given the second code reads nothing but what a recovery may remove.
  const isVisitor =
    state === "visitor" || (state === "awaiting-code" && path !== "account/recovery");
  const client = isVisitor ? null : await auth();
  const token = client === null ? null : await readToken(client);
  const response = await fetch(`${apiUrl}/functions/v1/${path}`, {
    method,
    headers: {
      ...authHeaders(token),
      traceparent: newTraceparent(),
      ...headers,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (response.ok) return response;
  await endRejectedSession(response, client, token);
  const { code, error, message, details } = fieldsOf(await response.json().catch(() => null));
  throw new CallError(
    response.status,
    textOf(code),
    textOf(error) ?? textOf(message),
    textOf(details),
  );
}
