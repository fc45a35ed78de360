import type { User } from "@supabase/auth-js";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";

export function UnreachableNotice({ user }: { user: User }) {
  return (
    <section aria-labelledby="unreachable" className="problem-banner">
      <div>
        <h2 id="unreachable" className="text-xl">
          Our emails don’t reach you
        </h2>
        <p>
          Emails to <span className="break-all">{user.email}</span> came back or were reported as
          spam, so we’ve stopped sending them. You’re missing our emails, including sign-in codes
          and receipts. Please give us another address.
        </p>
        <p>
          If you can’t open your old mailbox, sign out and in again first: then you confirm from the
          new address alone.
        </p>
      </div>
      <ButtonLink href={`${paths.accountSecurity}#email`}>Change my address</ButtonLink>
    </section>
  );
}
