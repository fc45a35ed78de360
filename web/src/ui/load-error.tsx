import { paths } from "../paths.ts";
import { Button } from "./button.tsx";
import { Link } from "./link.tsx";

export function LoadError({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div role="alert" className="customer-problem">
      <p>{text}</p>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button variant="secondary" onClick={onRetry}>
          Try again
        </Button>
        <Link href={paths.contact} className="text-link">
          Contact Support
        </Link>
      </div>
    </div>
  );
}
