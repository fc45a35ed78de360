import { SECURITY_MESSAGES } from "#contracts/messages/account-security.ts";
import { Button } from "../../../ui/button.tsx";
import { callApi } from "../../session/call-function.ts";
import { OutcomeNote } from "../result-note.tsx";
import { success, useSubmission } from "../use-submission.ts";
import { Panel } from "./panel.tsx";

const FILE_NAME = "tidepost-my-data.json";

export function DataPanel() {
  const submission = useSubmission();
  return (
    <Panel
      id="data"
      title="Your data"
      lead="Everything that we keep about you, in one file that people and programs can read."
    >
      <OutcomeNote outcome={submission.outcome} />
      <Button
        variant="secondary"
        disabled={submission.busy}
        onClick={() => {
          void submission.run(async () => {
            const response = await callApi("GET", "account/export");
            saveAs(FILE_NAME, await response.blob());
            return success(SECURITY_MESSAGES.exportReady);
          }, SECURITY_MESSAGES.exportFailed);
        }}
      >
        {submission.busy ? "Collecting..." : "Download my data"}
      </Button>
    </Panel>
  );
}

function saveAs(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
