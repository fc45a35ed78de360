import type { CalendarResponse, DecidePostRequest } from "#contracts/api/content/calendar.ts";
import { callApi } from "../../session/call-api.ts";

/** Each throws a CallError; another error when there was no answer. */
export async function fetchCalendar(): Promise<CalendarResponse> {
  return parse(await callApi("GET", "calendar"));
}

export async function decidePost(id: string, body: DecidePostRequest): Promise<CalendarResponse> {
  return parse(await callApi("POST", `posts/${encodeURIComponent(id)}/decision`, body));
}

async function parse(response: Response): Promise<CalendarResponse> {
  const contract = await import("#contracts/api/content/calendar.ts");
  return contract.CalendarResponse.parse(await response.json());
}
