import { expect, test } from "vitest";
import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { groupPosts } from "./group-posts.ts";

const post = (plannedOn: string, state: CalendarPost["state"], plannedTime = "18:00") =>
  ({ plannedOn, plannedTime, state, id: `${plannedOn} ${plannedTime}` }) as CalendarPost;

// In London it is the 26th already.
const NOW = Date.parse("2027-06-25T23:30:00Z");

test("posts by what happens next, in London's days", () => {
  const groups = groupPosts(
    [
      post("2027-06-20", "published"),
      post("2027-06-24", "published"),
      post("2027-06-24", "approved"),
      post("2027-07-02", "approved"),
      post("2027-07-03", "approved"),
      post("2027-07-03", "approved", "09:00"),
      post("2027-06-28", "changes_requested"),
      post("2027-07-20", "waiting"),
      post("2027-06-27", "waiting"),
    ],
    NOW,
  );
  expect(
    Object.fromEntries(
      Object.entries(groups).map(([name, posts]) => [name, posts.map(({ id }) => id)]),
    ),
  ).toEqual({
    waiting: ["2027-06-27 18:00", "2027-07-20 18:00"],
    changing: ["2027-06-28 18:00"],
    soon: ["2027-06-24 18:00", "2027-07-02 18:00"],
    later: ["2027-07-03 09:00", "2027-07-03 18:00"],
    live: ["2027-06-24 18:00", "2027-06-20 18:00"],
  });
});
