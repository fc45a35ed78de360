import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";

/** A customer who opens the address of the page later sees this: the page removed the checkout session from it. */
export function NoPurchase({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <section aria-labelledby="just-paid" className="bg-foam p-[clamp(1.25rem,1rem+1.5vw,2.25rem)]">
      <h2 id="just-paid" className="text-2xl">
        Just paid?
      </h2>
      <p className="measure mt-3 text-ink-soft">
        Then it’s in your inbox: our email says what you’ve bought and what happens next. If it
        isn’t there within an hour, message us and we’ll put it right.
      </p>
      <div className="button-row">
        <ButtonLink href={isSignedIn ? paths.dashboard : paths.auth} arrow>
          {isSignedIn ? "Go to the dashboard" : "Sign in"}
        </ButtonLink>
        <ButtonLink href={paths.checkout} variant="quiet">
          Go to the checkout
        </ButtonLink>
      </div>
    </section>
  );
}
