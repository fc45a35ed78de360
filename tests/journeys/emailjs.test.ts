import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { startStack } from "../stack/stack.ts";
import { eventually } from "../support/eventually.ts";
import { makeScratchDir } from "../support/scratch-dir.ts";
import { contactForm, type InboxMail } from "../support/stack-client.ts";

test("worker with an EmailJS account: sends team notification and auto-reply", async () => {
  const dir = makeScratchDir("emailjs");
  const stack = await startStack({
    dir,
    queue: "postgres",
    env: { MAIL_TRANSPORT: "emailjs" },
    parts: ["postgres", "bridge", "emulators", "edge", "worker"],
  });
  try {
    const { api, anonKey, inbox } = stack.urls;
    const address = `ada-${randomUUID()}@shop.example`;
    const response = await fetch(`${api}/rest/v1/form_submissions`, {
      method: "POST",
      headers: { apikey: anonKey, "content-type": "application/json" },
      body: JSON.stringify(contactForm(address)),
    });
    expect(response.status).toBe(201);
    const mails = await eventually("both mails have arrived", async () => {
      const all = (await (await fetch(`${inbox}.json`)).json()) as InboxMail[];
      // A new stack mails its operator about the second step.
      const about = all.filter(({ to }) => to !== stack.ops.email);
      return about.length === 2 && about;
    });
    expect(mails.map((mail) => mail.transport)).toEqual(["emailjs", "emailjs"]);
    expect(mails.map((mail) => mail.to).toSorted()).toEqual([address, "team@tidepost.example"]);
    expect(mails.map((mail) => mail.text).join("\n")).toContain("Not provided");
  } finally {
    await stack.stop();
    await rm(dir, { recursive: true, force: true });
  }
});
