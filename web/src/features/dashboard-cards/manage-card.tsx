import type { ReactNode } from "react";

export function ManageCard({
  title = "Manage Your Subscription",
  actions,
  children,
}: {
  title?: string;
  actions: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section aria-labelledby="manage" className="border-2 border-t-0 border-rule p-6 sm:p-10">
      <h2 id="manage" className="text-xl">
        {title}
      </h2>
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3 max-sm:grid max-sm:grid-cols-[1fr_1fr] max-sm:justify-items-start max-sm:gap-x-3 max-sm:[&>a]:col-span-full max-sm:[&>button]:px-1">
        {actions}
      </div>
      {children}
    </section>
  );
}
