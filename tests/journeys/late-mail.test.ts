import { afterEach, expect, test } from "vitest";
import { PLAN } from "../support/catalogue.ts";
import { createSubscriber } from "../support/customer-builder.ts";
import { eventually } from "../support/eventually.ts";
import { waitUntilIdle } from "../support/reconcile.ts";
import { mailsAbout, queryStack, switchMail } from "../support/stack-client.ts";

afterEach(() => switchMail({ fail: null }));

test("mail fails, the customer cancels and resumes, mail is well: no mail says cancelled", async () => {
  const ada = await createSubscriber(PLAN.plus);
  const { customerId, subscriptionId, email } = ada;
  const ask = async (call: string) => {
    const { status } = await ada.call("POST", `/functions/v1/${call}`, { subscriptionId });
    expect(status).toBe(200);
  };
  await switchMail({ fail: { status: 500 } });
  await ask("cancel-subscription");
  await eventually("a mail was tried", async () => {
    const rows = await queryStack(
      `select 1 from event_effects run join outbox_events event on event.id = run.event_id
       where event.aggregate_id = $1 and event.type = 'SubscriptionCancelled'
         and run.effect like 'send-%' and run.attempts > 0`,
      [customerId],
    );
    return rows.length > 0;
  });
  await ask("keep-subscription");
  await switchMail({ fail: null });
  await waitUntilIdle(customerId);
  const skipped = await queryStack(
    `select action, data->>'reason' as reason from audit_log
     where subject_id = $1 and data->>'outcome' = 'skipped' order by action`,
    [customerId],
  );
  expect(skipped).toEqual([
    { action: "effect.send-billing-mail", reason: "no_longer_true" },
    { action: "effect.send-team-billing-mail", reason: "no_longer_true" },
  ]);
  const subjects = (await mailsAbout(email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => /cancel/i.test(subject))).toEqual([
    expect.stringContaining("Cancellation taken back"),
  ]);
  expect(subjects).toContain("Your Tidepost subscription continues");
});
