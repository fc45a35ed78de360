/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { MINUTE_MS } from "#contracts/durations.ts";
import { type OpsContext, type OpsDeps, type OpsMiddleware, signedInOf } from "../env.ts";
import { ActionForm } from "../layout/forms.tsx";
import { Page } from "../layout/page.tsx";
import { isRead } from "./require-operator.ts";
import type { Sessions } from "./sessions.ts";
import {
  CodeField,
  describeFailure,
  type Failure,
  FormError,
  WRONG_CODE,
} from "./sign-in-form.tsx";

/** How long a code of the authenticator counts for what moves money or shows personal data. */
export const CODE_RECENT_MS = 10 * MINUTE_MS;

/**
 * Asks for a code before a change, unless the operator typed one within {@link CODE_RECENT_MS}. The page that asks holds
 * the fields of the change and sends them again.
 */
export function requireRecentCode(deps: OpsDeps, sessions: Sessions): OpsMiddleware {
  const isRecent = (codeAtMs: number) => deps.now().getTime() - codeAtMs < CODE_RECENT_MS;

  return async function requireRecentCode(c, next) {
    const { session, codeAtMs } = signedInOf(c);
    if (isRead(c) || isRecent(codeAtMs)) return next();
    const code = c.get("form").get("code")?.replaceAll(/\s/g, "");
    if (code === undefined) return codePage(c, null);
    const result = await deps.auth.confirm(session.refreshToken, code);
    if (result.outcome === "signed_in" && result.operator.userId === session.userId) {
      await sessions.renew(c, session, result.operator.refreshToken);
      return next();
    }
    // A double click sends one code twice, perhaps to two workers, and each code is good once.
    const latest = await sessions.read(c);
    if (latest !== null && isRecent(latest.codeAtMs)) return next();
    deps.log.warn({ requestId: c.get("requestId"), outcome: result.outcome }, "ops_code_refused");
    return codePage(c, describeFailure(c, result, WRONG_CODE));
  };
}

function codePage(c: OpsContext, failure: Failure | null) {
  const error = failure?.error ?? null;
  if (failure !== null) c.status(failure.status);
  return c.render(
    <Page narrow title="Confirm with a code" current={null}>
      <p class="lead">
        Your last code is more than ten minutes old. Your authenticator app shows a new one.
      </p>
      <ActionForm class="stack" autocomplete="off">
        <FormError>{error}</FormError>
        <Repeated fields={[...c.get("form")]} />
        <CodeField error={error} />
        <button type="submit">Confirm</button>
      </ActionForm>
    </Page>,
  );
}

const Repeated: FC<{ fields: [string, string][] }> = ({ fields }) => (
  <>
    {fields
      .filter(([name]) => name !== "csrf" && name !== "code")
      .map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
  </>
);
