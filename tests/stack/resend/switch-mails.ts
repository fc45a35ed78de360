import type { SwitchesChange } from "./switches.ts";

/** Changes what the emulator does with the emails it gets. */
export async function switchMails(inbox: string, change: SwitchesChange): Promise<void> {
  const response = await fetch(new URL("/switches", inbox), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(change),
  });
  if (!response.ok) throw new Error(`the mail emulator refused: ${await response.text()}`);
}
