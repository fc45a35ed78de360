import type {
  DecisionsRequest,
  FreshEmailResponse,
  ReviewDecisionsResponse,
  ReviewResponse,
} from "#contracts/api/content/calendar.ts";
import { withToken } from "../../calendar/api/calendar.ts";
import { callApi } from "../../session/call-api.ts";

const contract = () => import("#contracts/api/content/calendar.ts");

// Each function throws a CallError for an error response, and another error when there was no response.

export async function fetchReview(token: string): Promise<ReviewResponse> {
  const response = await callApi("GET", "review", undefined, await withToken(token));
  return (await contract()).ReviewResponse.parse(await response.json());
}

export async function decideByLink(
  token: string,
  body: DecisionsRequest,
): Promise<ReviewDecisionsResponse> {
  const response = await callApi("POST", "review/decisions", body, await withToken(token));
  return (await contract()).ReviewDecisionsResponse.parse(await response.json());
}

export async function requestFreshEmail(token: string): Promise<FreshEmailResponse> {
  const response = await callApi("POST", "review/fresh-email", undefined, await withToken(token));
  return (await contract()).FreshEmailResponse.parse(await response.json());
}
