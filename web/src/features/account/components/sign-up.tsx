import type { Session } from "@supabase/auth-js";
import { useState } from "react";
import { ACCOUNT_MESSAGES } from "#contracts/messages/accounts.ts";
import { readText } from "../../../lib/json.ts";
import { failure, type Outcome, success, useAction } from "../../../lib/use-action.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { TextLink } from "../../../ui/link.tsx";
import { withCaptcha } from "../../captcha/with-captcha.ts";
import { returnToUrl } from "../../session/return-to.ts";
import { askAuth } from "../account-api.ts";
import { sending } from "../account-errors.ts";
import { checkPasswords } from "../check-passwords.ts";
import { useReturnTo } from "../hooks/use-return-to.ts";
import { REDIRECT_AFTER_SIGN_UP_MS } from "../redirect-delay.ts";
import { AccountForm } from "./account-form.tsx";
import { CodeStep } from "./code-step.tsx";
import { EmailField } from "./email-field.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { OtherWaysToSignIn } from "./other-ways-to-sign-in.tsx";

export function SignUp() {
  const action = useAction();
  useReturnTo(action);
  const [sentTo, setSentTo] = useState<string | null>(null);

  if (sentTo !== null) {
    return (
      <CodeStep
        email={sentTo}
        purpose="signup"
        isSent
        action={action}
        button="Confirm my address"
        onVerified={created}
        onBack={() => setSentTo(null)}
      />
    );
  }

  async function submit(data: FormData): Promise<Outcome | null> {
    const password = readText(data, "password");
    const passwordError = checkPasswords(password, readText(data, "repeated"));
    if (passwordError !== null) return failure(passwordError);
    const email = readText(data, "email");
    const session = await signUp(email, password, {
      first_name: readText(data, "firstName").trim(),
      last_name: readText(data, "lastName").trim(),
    });
    if (session !== null) return created();
    setSentTo(email);
    return null;
  }

  return (
    <>
      <OtherWaysToSignIn action={action} />
      <AccountForm
        legend="Create your account"
        action={action}
        onSubmit={sending(action, ACCOUNT_MESSAGES.signUp.failed, submit)}
      >
        <div className="grid gap-6 sm:grid-cols-[1fr_1fr]">
          <TextField
            label="First name"
            name="firstName"
            autoComplete="given-name"
            maxLength={100}
            required
          />
          <TextField
            label="Last name"
            name="lastName"
            autoComplete="family-name"
            maxLength={100}
            required
          />
        </div>
        <EmailField autoComplete="username" />
        <NewPasswordFields labels={["Password", "Confirm password"]} />
        <p className="text-sm text-ink-soft">
          At least 6 characters; longer is better. By creating an account you agree to our{" "}
          <TextLink href={paths.termsOfService}>Terms of Service</TextLink> and our{" "}
          <TextLink href={paths.privacyPolicy}>Privacy Policy</TextLink>.
        </p>
        <Button type="submit" arrow={!action.isRunning} className="justify-self-start">
          {action.isRunning ? "Creating your account..." : "Create Account"}
        </Button>
      </AccountForm>
    </>
  );
}

function created(): Outcome {
  return success(ACCOUNT_MESSAGES.signUp.success, REDIRECT_AFTER_SIGN_UP_MS);
}

/** @returns null when the address has to be confirmed first */
async function signUp(
  email: string,
  password: string,
  data: { readonly first_name: string; readonly last_name: string },
): Promise<Session | null> {
  const { session } = await withCaptcha("account", (solved) => {
    const options = { data, emailRedirectTo: returnToUrl(), ...solved };
    return askAuth((client) => client.signUp({ email, password, options }));
  });
  return session;
}
