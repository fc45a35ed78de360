import { DEMO_ACTIONS, DEMO_MANAGER } from "../../../content/demo-account.ts";
import { DemoButton } from "./demo-button.tsx";
import { AccountManagerCard } from "../../dashboard-cards/account-manager-card.tsx";

export function DemoAccountManager() {
  return (
    <AccountManagerCard
      name={DEMO_MANAGER.name}
      initials={DEMO_MANAGER.name
        .split(" ")
        .map((part) => part.charAt(0))
        .join("")}
      hours={DEMO_MANAGER.hours}
      action={<DemoButton action={DEMO_ACTIONS.whatsApp} className="mt-auto self-start" />}
    />
  );
}
