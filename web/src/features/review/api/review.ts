import type {
  DecisionsRequest,
  FreshEmailResponse,
  ReviewDecisionsResponse,
  ReviewResponse,
} from "#contracts/api/content/calendar.ts";
import { callApi } from "../../session/call-api.ts";

/** Loaded beside the answer: its header's name is in a chunk of its own. */
const contract = () => import("#contracts/api/content/calendar.ts");

async function call(
  token: string,
  method: "GET" | "POST",
  path: string,
  body?: unknown,
): Promise<Response> {
  const { MAIL_TOKEN_HEADER } = await contract();
  return callApi(method, path, body, { [MAIL_TOKEN_HEADER]: token });
}

/** Each throws a CallError; another error when there was no answer. */
export async function fetchReview(token: string): Promise<ReviewResponse> {
  const response = await call(token, "GET", "review");
  return (await contract()).ReviewResponse.parse(await response.json());
}

export async function decideByLink(
  token: string,
  body: DecisionsRequest,
): Promise<ReviewDecisionsResponse> {
  const response = await call(token, "POST", "review/decisions", body);
  return (await contract()).ReviewDecisionsResponse.parse(await response.json());
}

export async function requestFreshEmail(token: string): Promise<FreshEmailResponse> {
  const response = await call(token, "POST", "review/fresh-email");
  return (await contract()).FreshEmailResponse.parse(await response.json());
}
