import useSWR, { type SWRConfiguration, type SWRResponse } from "swr";
import type { CalendarResponse } from "#contracts/api/content/calendar.ts";
import { fetchCalendar } from "../api/calendar.ts";

export function useCalendar(
  userId: string,
  options?: SWRConfiguration<CalendarResponse>,
): SWRResponse<CalendarResponse> {
  return useSWR(["calendar", userId], fetchCalendar, options);
}
