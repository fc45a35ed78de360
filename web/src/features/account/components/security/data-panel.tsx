import { SECURITY_MESSAGES } from "#contracts/messages/account-security.ts";
import { saveAs } from "../../../../lib/save-as.ts";
import { success, useAction } from "../../../../lib/use-action.ts";
import { Button } from "../../../../ui/button.tsx";
import { OutcomeNote } from "../../../../ui/outcome-note.tsx";
import { callApi } from "../../../session/call-api.ts";
import { accountErrors } from "../../account-errors.ts";
import { PANEL_TITLES } from "./panel-titles.ts";
import { Panel } from "./panel.tsx";

const FILE_NAME = "tidepost-my-data.json";

export function DataPanel() {
  const action = useAction();
  return (
    <Panel
      id="data"
      title={PANEL_TITLES.data}
      lead="Everything we keep about you, in one file you can read or move elsewhere."
    >
      <OutcomeNote outcome={action.outcome} />
      <Button
        variant="secondary"
        disabled={action.isRunning}
        onClick={() => {
          void action.run(accountErrors(SECURITY_MESSAGES.exportFailed), async () => {
            const response = await callApi("GET", "account/export");
            saveAs(FILE_NAME, await response.blob());
            return success(SECURITY_MESSAGES.exportReady);
          });
        }}
      >
        {action.isRunning ? "Collecting..." : "Download my data"}
      </Button>
    </Panel>
  );
}
