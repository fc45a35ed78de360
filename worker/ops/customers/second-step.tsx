/** @jsxImportSource hono/jsx */
import { type Context, Hono } from "hono";
import { isUuid } from "#contracts/uuid.ts";
import { removeSignInMethods } from "#db/accounts/methods/remove-sign-in-methods.ts";
import { listSecondSteps, type SecondStep } from "#db/ops/list-second-steps.ts";
import type { OpsDeps, OpsEnv } from "../env.ts";
import { Fact, TimeLabel } from "../layout/badges.tsx";
import { errorPage } from "../layout/error-page.tsx";
import { withFlash } from "../layout/flash-message.tsx";
import { ConfirmForm, NO_REASON, readReason, type ReasonInput } from "../layout/forms.tsx";
import { page } from "../layout/page.tsx";
import { paths } from "../paths.ts";
import { signedInOf } from "../session/require-operator.ts";

/** What the customer's page says after it. */
export const SECOND_STEP_FLASH_TEXTS = {
  step_removed:
    "The second step is removed, and every device is signed out. The owner gets an email.",
} as const;

export const SECOND_STEP_LABELS: Readonly<Record<SecondStep["type"], string>> = {
  totp: "Authenticator app",
  phone: "Codes by text message",
};

/** For a customer whose phone is lost. */
export function secondStepRoutes(deps: OpsDeps) {
  async function findStep(userId: string, id: string): Promise<SecondStep | undefined> {
    if (!isUuid(userId)) return undefined;
    return (await listSecondSteps(deps.db, userId)).find((step) => step.id === id);
  }
  return new Hono<OpsEnv>()
    .get("/:key/second-step/:id", async (c) => {
      const { key, id } = c.req.param();
      const step = await findStep(key, id);
      return step === undefined ? notFound(c) : removalPage(c, key, step, NO_REASON);
    })
    .post("/:key/second-step/:id", async (c) => {
      const { key: userId, id } = c.req.param();
      const step = await findStep(userId, id);
      if (step === undefined) return notFound(c);
      const reason = readReason(c.get("form"));
      if (reason.value === null) return removalPage(c, userId, step, reason, 422);
      const { name } = signedInOf(c).session;
      const isRemoved = await removeSignInMethods(deps.db, {
        userId,
        ids: [id],
        keptSessionId: null,
        notice: {
          id: deps.makeId("event"),
          correlationId: c.get("requestId"),
          at: deps.now().toISOString(),
          actor: { kind: "ops", name },
        },
        audit: { requestedBy: name, reason: reason.value },
      });
      deps.log.info({ requestId: c.get("requestId"), userId, isRemoved }, "ops_second_step");
      return isRemoved
        ? c.redirect(withFlash(paths.customer(userId), "step_removed"), 303)
        : notFound(c);
    });
}

const notFound = (c: Context<OpsEnv>) =>
  errorPage(c, 404, "Second step not found", "It may have been removed already.");

function removalPage(
  c: Context<OpsEnv>,
  key: string,
  step: SecondStep,
  reason: ReasonInput,
  status: 200 | 422 = 200,
) {
  return page(
    c,
    { title: "Remove the second step", current: "customers" },
    <div class="narrow">
      <p class="kicker">
        <a href={paths.customer(key)}>Back to the customer</a>
      </p>
      <h1>Remove the second step</h1>
      <p>
        First check who asks, as the runbook says under “A customer has lost the second step”: a
        mailbox alone proves nothing. Then wait a day, so that the owner can object.
      </p>
      <dl class="facts">
        <Fact name={SECOND_STEP_LABELS[step.type]}>
          added <TimeLabel iso={step.at} />
        </Fact>
      </dl>
      <p>
        Signs out every device. Recovery codes go with the last second step. The owner gets an
        email.
      </p>
      <ConfirmForm
        c={c}
        action={paths.removeSecondStep(key, step.id)}
        reason={reason}
        submit="Remove it"
        isDestructive
        cancelUrl={paths.customer(key)}
      />
    </div>,
    status,
  );
}
