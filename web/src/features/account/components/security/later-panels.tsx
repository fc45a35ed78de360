import type { User } from "@supabase/auth-js";
import { DataPanel } from "./data-panel.tsx";
import { EmailPanel } from "./email-panel.tsx";
import { ErasePanel } from "./erase-panel.tsx";
import { IdentitiesPanel } from "./identities-panel.tsx";

/** These panels are below the first screen, so the page loads them late. */
export function LaterPanels({ user, email }: { user: User; email: string }) {
  return (
    <>
      <EmailPanel user={user} />
      <IdentitiesPanel user={user} />
      <DataPanel />
      <ErasePanel email={email} />
    </>
  );
}
