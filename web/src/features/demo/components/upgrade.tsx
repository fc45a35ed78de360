import { PLANS } from "#contracts/catalogue.ts";
import { DEMO_ACTIONS } from "../../../content/demo-account.ts";
import { DemoButton } from "./demo-button.tsx";
import { UpgradeCard } from "../../dashboard-cards/upgrade-card.tsx";

export function DemoUpgrade() {
  return (
    <UpgradeCard
      note={`Customers of the ${PLANS[0].name} see this here:`}
      action={<DemoButton action={DEMO_ACTIONS.toPlus} variant="primary" />}
    />
  );
}
