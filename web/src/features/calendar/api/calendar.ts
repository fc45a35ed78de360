import type {
  CalendarResponse,
  DecisionsRequest,
  DecisionsResponse,
} from "#contracts/api/content/calendar.ts";
import { callApi } from "../../session/call-api.ts";

const contract = () => import("#contracts/api/content/calendar.ts");

// Each function throws a CallError for an error response, and another error when there was no response.

export async function fetchCalendar(): Promise<CalendarResponse> {
  const response = await callApi("GET", "calendar");
  return (await contract()).CalendarResponse.parse(await response.json());
}

export async function decidePosts(body: DecisionsRequest): Promise<DecisionsResponse> {
  const response = await callApi("POST", "posts/decisions", body);
  return (await contract()).DecisionsResponse.parse(await response.json());
}

/** The header of a call by an approval link. */
export async function withToken(token: string) {
  const { MAIL_TOKEN_HEADER } = await import("#contracts/api/content/calendar.ts");
  return { [MAIL_TOKEN_HEADER]: token };
}
