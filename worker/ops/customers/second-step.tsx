/** @jsxImportSource hono/jsx */
import { isUuid } from "#contracts/uuid.ts";
import { removeSignInMethods } from "#db/accounts/methods/remove-sign-in-methods.ts";
import { listSecondSteps, type SecondStep } from "#db/ops/list-second-steps.ts";
import { type OpsContext, type OpsDeps, signedInOf } from "../env.ts";
import { Fact, TimeLabel } from "../layout/badges.tsx";
import { errorPage } from "../layout/error-page.tsx";
import { withFlash } from "../layout/flash-message.tsx";
import { ConfirmForm, type ReasonInput } from "../layout/forms.tsx";
import { Page } from "../layout/page.tsx";
import { RoutesAbout } from "../layout/routes-about.ts";
import { paths } from "../paths.ts";

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
  async function findStep(c: OpsContext): Promise<SecondStep | null> {
    const { key = "", id } = c.req.param();
    if (!isUuid(key)) return null;
    return (await listSecondSteps(deps.db, key)).find((step) => step.id === id) ?? null;
  }
  return new RoutesAbout(findStep, notFound).confirm(
    "/:key/second-step/:id",
    removalPage,
    async (c, { id }, reason) => {
      const { key: userId = "" } = c.req.param();
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
        audit: { requestedBy: name, reason },
      });
      deps.log.info({ requestId: c.get("requestId"), userId, isRemoved }, "ops_second_step");
      return isRemoved
        ? c.redirect(withFlash(paths.customer(userId), "step_removed"), 303)
        : notFound(c);
    },
  ).routes;
}

const notFound = (c: OpsContext) =>
  errorPage(c, 404, "Second step not found", "It may have been removed already.");

function removalPage(c: OpsContext, step: SecondStep, reason: ReasonInput) {
  const { key = "" } = c.req.param();
  return (
    <Page
      narrow
      title="Remove the second step"
      current="customers"
      kicker={<a href={paths.customer(key)}>Back to the customer</a>}
    >
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
        action={paths.removeSecondStep(key, step.id)}
        reason={reason}
        submit="Remove it"
        isDestructive
        cancelUrl={paths.customer(key)}
      />
    </Page>
  );
}
