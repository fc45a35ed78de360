/** @jsxImportSource hono/jsx */
import type { Mail } from "../../ports/mailer.ts";
import type { OpsContext } from "../env.ts";
import { Page } from "../layout/page.tsx";

export function mailCopyPage(c: OpsContext, mail: Mail, customerUrl: string) {
  return c.render(
    <Page
      title={mail.subject}
      current="customers"
      kicker={<a href={customerUrl}>Back to the customer</a>}
    >
      <p class="quiet">
        To {mail.to}. Rendered again from the event, with the customer’s current data.
      </p>
      {/* No permissions: the email runs no script, opens nothing and has no origin. */}
      <iframe class="mail" title="Preview" sandbox="" srcdoc={mail.html} />
      <details>
        <summary>Plain text</summary>
        <pre>{mail.text}</pre>
      </details>
    </Page>,
  );
}
