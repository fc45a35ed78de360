import type { User } from "@supabase/auth-js";
import { SECURITY_MESSAGES } from "#contracts/messages/account-security.ts";
import { readText } from "../../../../lib/json.ts";
import { success, useAction } from "../../../../lib/use-action.ts";
import { Button } from "../../../../ui/button.tsx";
import { TextField } from "../../../../ui/field.tsx";
import { useFormDraft } from "../../../session/form-draft.ts";
import { userName } from "../../../session/user-name.ts";
import { askAuth } from "../../account-api.ts";
import { sending } from "../../account-errors.ts";
import { AccountForm } from "../account-form.tsx";
import { PANEL_TITLES } from "./panel-titles.ts";
import { Panel } from "./panel.tsx";

export function NamePanel({ user }: { user: User }) {
  const action = useAction();
  const draft = useFormDraft("name", user.id);
  const { first, last } = userName(user);

  const change = sending(action, SECURITY_MESSAGES.nameFailed, async (data) => {
    const name = {
      first_name: readText(data, "firstName").trim(),
      last_name: readText(data, "lastName").trim(),
    };
    await askAuth((client) => client.updateUser({ data: name }));
    draft.forget();
    return success(SECURITY_MESSAGES.nameChanged);
  });

  return (
    <Panel
      id="name"
      title={PANEL_TITLES.name}
      lead="What we call you. The name on your invoices is under Billing."
    >
      {(first !== "" || last !== "") && (
        <p className="mb-4 text-lg font-semibold">{`${first} ${last}`.trim()}</p>
      )}
      <AccountForm
        legend="Change your name"
        isFolded
        action={action}
        draft={draft}
        onSubmit={change}
      >
        <div className="grid gap-6 sm:grid-cols-[1fr_1fr]">
          <TextField
            label="First name"
            name="firstName"
            autoComplete="given-name"
            defaultValue={first}
            maxLength={100}
            required
          />
          <TextField
            label="Last name"
            name="lastName"
            autoComplete="family-name"
            defaultValue={last}
            maxLength={100}
            required
          />
        </div>
        <Button type="submit" variant="secondary" className="justify-self-start">
          {action.isRunning ? "Saving..." : "Change name"}
        </Button>
      </AccountForm>
    </Panel>
  );
}
