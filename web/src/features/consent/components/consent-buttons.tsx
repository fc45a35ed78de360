import { Button } from "../../../ui/button.tsx";
import type { Choice } from "../consent-record.ts";
import { decide } from "../consent.ts";

/** Same size and look: refusing must be as easy as accepting. */
export function ConsentButtons({ onDecided }: { onDecided?: (choice: Choice) => void }) {
  function choose(choice: Choice): void {
    decide(choice, new Date());
    onDecided?.(choice);
  }
  return (
    <>
      <Button variant="secondary" onClick={() => choose("accepted")}>
        Accept cookies
      </Button>
      <Button variant="secondary" onClick={() => choose("rejected")}>
        Reject cookies
      </Button>
    </>
  );
}
