import { type ComponentType, useEffect, useRef, useState } from "react";
import { inText, TERMS } from "#contracts/terms.ts";
import { appStylesheet } from "../lib/app-stylesheet.ts";
import { Button } from "../ui/button.tsx";
import { Tag } from "../ui/tag.tsx";
import { WideSection } from "./wide-section.tsx";

const NEAR = "600px";

export function ReportSample() {
  const frame = useRef<HTMLDivElement>(null);
  const [Report, setReport] = useState<ComponentType>();
  const [isWhole, setIsWhole] = useState(false);
  useEffect(() => {
    if (frame.current === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return;
        observer.disconnect();
        Promise.all([
          import("../features/demo/components/sample-report.tsx"),
          appStylesheet.ready(),
        ]).then(
          ([module]) => setReport(() => module.SampleReport),
          () => undefined,
        );
      },
      { rootMargin: NEAR },
    );
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return (
    <WideSection
      id="sample-report"
      title={`What you get every ${inText(TERMS.report)}`}
      lead={
        <>
          Your figures beside last month’s, whichever way they went. The page is real, the café and
          its figures aren’t. <Tag>Sample</Tag>
        </>
      }
    >
      {/* Its height stands before the report is here, so that nothing moves. */}
      <div
        ref={frame}
        className={`needs-script no-print border-2 border-ink bg-paper p-4 sm:p-8 ${isWhole ? "" : "report-peek h-144 overflow-hidden"}`}
        inert={!isWhole}
      >
        {Report && <Report />}
      </div>
      {!isWhole && (
        <Button
          variant="secondary"
          className="needs-script mt-4"
          onClick={() => setIsWhole(true)}
          disabled={Report === undefined}
        >
          Show the whole report
        </Button>
      )}
    </WideSection>
  );
}
