import { DEMO_ACTIONS } from "../../../content/demo-account.ts";
import { DemoButton } from "./demo-button.tsx";
import { AddonsCard } from "../../dashboard-cards/addons-card.tsx";

export function DemoAddons() {
  return (
    <AddonsCard
      renderAction={({ name }) => (
        <DemoButton
          action={DEMO_ACTIONS.addon}
          of={name}
          variant="quiet"
          className="mt-auto self-start"
        />
      )}
    />
  );
}
