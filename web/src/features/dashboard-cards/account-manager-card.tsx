import type { ReactNode } from "react";

type AccountManagerCardProps = {
  name: string;
  portrait: ReactNode;
  hours: string;
  action: ReactNode;
};

export function AccountManagerCard({ name, portrait, hours, action }: AccountManagerCardProps) {
  return (
    <section aria-labelledby="manager" className="flex flex-col border-t-2 border-ink pt-5">
      <h2 id="manager" className="text-xl">
        Account Manager
      </h2>
      <div className="mt-5 mb-6 flex items-center gap-5">
        {portrait}
        <p className="min-w-0 wrap-anywhere">
          <strong className="block text-lg">{name}</strong>
          <span className="text-sm text-ink-soft">{hours}</span>
        </p>
      </div>
      {action}
    </section>
  );
}
