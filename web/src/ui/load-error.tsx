import { paths } from "../paths.ts";
import { Button } from "./button.tsx";
import { TextLink } from "./link.tsx";

type LoadErrorProps = {
  text: string;
  /** A page that has nothing else to show is drawn below, empty and at rest. */
  shape?: "card" | "month";
  onRetry: () => unknown;
};

export function LoadError({ text, shape, onRetry }: LoadErrorProps) {
  return (
    <>
      <div role="alert" className="load-problem">
        <p className="font-semibold">{text}</p>
        <p className="text-ink-soft">Nothing is lost: all of it is as you left it.</p>
        <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button
            variant={shape === undefined ? "secondary" : "primary"}
            onClick={() => void onRetry()}
          >
            Try again
          </Button>
          <TextLink href={paths.contact}>Contact Support</TextLink>
        </div>
      </div>
      {shape !== undefined && <div aria-hidden="true" className="skeleton" data-shape={shape} />}
    </>
  );
}
