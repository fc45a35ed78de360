import { randomBytes } from "node:crypto";
import { DAY_MS } from "#contracts/durations.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { ID_RANDOM_BYTES, type IdKind, makeId } from "#contracts/ids.ts";
import { connectDatabase } from "#db/connect.ts";
import { openApprovalLinks } from "#db/content/change-approval-links.ts";
import { createContentLinks, contentTokenHash } from "#db/content/content-link.ts";
import { paths } from "../../web/src/paths.ts";
import type { Stack } from "../stack/stack.ts";
import { insertAccountRow } from "../support/customer-rows.ts";
import { propose } from "../support/post-rows.ts";

const POSTS = 4;

/** Proposes posts. @returns path and token of the link in the email about them */
export async function reviewLink({ urls, settings }: Stack): Promise<string> {
  const { db, close } = connectDatabase(urls.databaseUrl, {
    max: 1,
    applicationName: "bench",
    onError: () => undefined,
  });
  const newId = <K extends IdKind>(kind: K) =>
    makeId(kind, Date.now(), randomBytes(ID_RANDOM_BYTES));
  const now = () => new Date();
  const plannedOn = new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10);
  try {
    const userId = await insertAccountRow(db, { email: "ada@shop.example", isProven: true });
    const posts = Array.from({ length: POSTS }, (_, index) => ({
      id: newId("post"),
      text: `Fig rolls, warm from the oven, tray ${index + 1}.`,
      format: "post" as const,
      platforms: ["instagram", "facebook"] as const,
      plannedOn,
      plannedTime: "18:00",
    }));
    const event = newEvent(
      { makeId: newId, now, correlationId: null },
      "PostProposed",
      { kind: "ops", name: "Ada" },
      { userId, subscriptionId: null, posts: posts.map(({ id }) => ({ postId: id, version: 1 })) },
    );
    await propose(db, event, posts);
    const links = createContentLinks(settings["AUTH_CODE_SECRET"] ?? "");
    let token = "";
    const tokenHashOf = (linkId: string) => {
      token = links.token("approval", linkId);
      return contentTokenHash(token);
    };
    await openApprovalLinks(db, { makeId: newId, now, tokenHashOf }, event);
    return `${paths.review}#${token}`;
  } finally {
    await close();
  }
}
