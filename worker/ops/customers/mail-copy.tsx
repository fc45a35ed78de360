/** @jsxImportSource hono/jsx */
import type { Mail } from "../../ports/mailer.ts";
import type { OpsContext } from "../env.ts";
import { page } from "../layout/page.tsx";

export function mailCopyPage(c: OpsContext, mail: Mail, customerUrl: string) {
  return page(
    c,
    { title: mail.subject, current: "customers" },
    <>
      <p class="kicker">
        <a href={customerUrl}>Back to the customer</a>
      </p>
      <h1>{mail.subject}</h1>
      <p class="quiet">
        To {mail.to}. Rendered again from the event, with the customer’s current data.
      </p>
      {/* No permissions: the email runs no script, opens nothing and has no origin. */}
      <iframe class="mail" title="Preview" sandbox="" srcdoc={mail.html} />
      <details>
        <summary>Plain text</summary>
        <pre>{mail.text}</pre>
      </details>
    </>,
  );
}
