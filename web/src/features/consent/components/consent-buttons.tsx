import { Button } from "../../../ui/button.tsx";
import type { Choice } from "../consent-record.ts";
import { decide } from "../consent.ts";

/** Same size and look: refusing must be as easy as accepting. */
export function ConsentButtons({ onDecided }: { onDecided?: () => void }) {
  function choose(choice: Choice): void {
    decide(choice, new Date());
    onDecided?.();
  }
  return (
    <>
      <Button variant="secondary" className="min-h-11 py-2" onClick={() => choose("accepted")}>
        Accept cookies
      </Button>
      <Button variant="secondary" className="min-h-11 py-2" onClick={() => choose("rejected")}>
        Reject cookies
      </Button>
    </>
  );
}
