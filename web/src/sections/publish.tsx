import { lazy, Suspense, useState } from "react";
import { Band } from "../ui/band.tsx";
import { Loading } from "../ui/loading.tsx";

const PublishForm = lazy(async () => ({
  default: (await import("../features/enquiries/components/publish-form.tsx")).PublishForm,
}));

/** Stands on a page that shows nobody's results yet. */
export function Publish() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Band labelledBy="publish-title">
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-12">
        <div className="lg:col-span-5">
          <h2 id="publish-title" className="text-3xl">
            Be the first we publish.
          </h2>
        </div>
        <div className="lg:col-span-7">
          <p className="measure text-lg">
            Are you a client and happy to be seen? We show your figures with their source, in your
            words, once you’ve signed the page. You can take it down whenever you like.
          </p>
          <details
            className="needs-script mt-6"
            onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
          >
            <summary className="button button-secondary">Offer your results</summary>
            <div className="mt-8">
              {isOpen && (
                <Suspense fallback={<Loading />}>
                  <PublishForm />
                </Suspense>
              )}
            </div>
          </details>
        </div>
      </div>
    </Band>
  );
}
