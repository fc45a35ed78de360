import { paths } from "../paths.ts";
import { ButtonLink } from "./button.tsx";

export function NotConfigured({ message, className }: { message: string; className: string }) {
  return (
    <div className={className}>
      <p className="text-lg">{message}</p>
      <ButtonLink href={paths.home} variant="secondary" className="mt-6">
        Back to the home page
      </ButtonLink>
    </div>
  );
}
