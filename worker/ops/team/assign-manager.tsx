/** @jsxImportSource hono/jsx */
import type { ContentCustomer } from "#db/ops/find-customers.ts";
import { findAccountManager, listOperators } from "#db/ops/find-operators.ts";
import { displayName } from "../customers/redact.ts";
import { isRevealed } from "../customers/reveal.ts";
import { type OpsContext, type OpsDeps, signedInOf } from "../env.ts";
import { ActionForm } from "../layout/forms.tsx";
import { Page } from "../layout/page.tsx";
import { paths } from "../paths.ts";

export async function assignPage(
  c: OpsContext,
  { db }: OpsDeps,
  customer: ContentCustomer,
  status: 200 | 422 = 200,
) {
  const userId = customer.userId ?? "";
  const [team, manager] = await Promise.all([listOperators(db), findAccountManager(db, userId)]);
  const { mayAct } = signedInOf(c);
  const who = displayName(customer, { isRevealed: isRevealed(c, userId) });
  c.status(status);
  return c.render(
    <Page
      narrow
      title="Account manager"
      current="team"
      kicker={<a href={paths.customer(userId)}>{who}</a>}
    >
      {status === 422 ? (
        <p class="notice bad" role="alert">
          Nothing was changed: this operator no longer has a profile.
        </p>
      ) : null}
      {mayAct ? (
        <ActionForm class="stack" action={paths.assignManager(userId)} autocomplete="off">
          <label>
            Who looks after this customer
            <select name="manager">
              <option value="">Nobody</option>
              {team.map(({ userId: id, name, customers }) => (
                <option key={id} value={id} selected={id === manager?.userId}>
                  {`${name} (${String(customers)})`}
                </option>
              ))}
            </select>
          </label>
          <div class="actions">
            <button type="submit">Save</button>
            <a class="button plain" href={paths.team}>
              Team
            </a>
          </div>
        </ActionForm>
      ) : (
        <p>{manager?.name ?? "Nobody"}</p>
      )}
    </Page>,
  );
}
