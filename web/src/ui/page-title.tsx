import type { ReactNode } from "react";

export function PageTitle({
  children,
  className = "text-4xl",
}: {
  children: ReactNode;
  className?: string;
}) {
  return (
    <h1 tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}

export function PageHead({ title, lead }: { title: string; lead?: ReactNode }) {
  return (
    <header className="page-width pt-[clamp(3rem,2rem+4vw,6.5rem)] pb-[clamp(2rem,1.5rem+2vw,4rem)]">
      <div className="grid items-end gap-x-10 gap-y-6 lg:grid-cols-12">
        <div className="lg:col-span-8">
          <PageTitle>{title}</PageTitle>
        </div>
        {lead !== undefined && (
          <p className="measure text-lg text-ink-soft lg:col-span-4">{lead}</p>
        )}
      </div>
    </header>
  );
}
