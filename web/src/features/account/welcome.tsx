import type { User } from "@supabase/auth-js";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { PageHead } from "../../ui/page-title.tsx";
import { firstName } from "./person.ts";

/** The dashboard of somebody who has not subscribed yet. */
export function Welcome({ user }: { user: User }) {
  const name = firstName(user);
  return (
    <>
      <PageHead
        title={name === null ? "Welcome back." : `Welcome back, ${name}.`}
        lead="Your plan, your orders and the next report stand here once you have subscribed."
      />
      <div className="page-width grid gap-x-10 gap-y-12 pb-(--section) lg:grid-cols-12">
        <section aria-labelledby="subscription" className="account-empty lg:col-span-8">
          <h2 id="subscription" className="text-2xl">
            Your subscription appears here
          </h2>
          <p className="measure mt-4 text-ink-soft">
            Choose a plan and we start on your first posts. There is no contract, and you can cancel
            at any time.
          </p>
          <div className="mt-6 flex flex-wrap gap-4">
            <ButtonLink href={paths.pricing} arrow>
              See the plans
            </ButtonLink>
            <ButtonLink href={paths.scheduleDemo} variant="secondary">
              Book a call
            </ButtonLink>
          </div>
        </section>
        <aside aria-labelledby="account" className="lg:col-span-4">
          <h2 id="account" className="border-t-2 border-ink pt-5 text-xl">
            Your account
          </h2>
          <p className="mt-3 break-all">{user.email}</p>
          <p className="mt-3">
            <Link href={paths.accountSecurity} className="text-link">
              Password, two-step sign-in and your data
            </Link>
          </p>
        </aside>
      </div>
    </>
  );
}
