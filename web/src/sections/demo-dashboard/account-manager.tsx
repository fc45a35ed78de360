import { DEMO_ACTIONS, DEMO_MANAGER } from "../../content/demo-account.ts";
import { DemoButton } from "../../features/demo/demo-button.tsx";

export function DemoAccountManager() {
  return (
    <section aria-labelledby="manager" className="flex flex-col border-t-2 border-ink pt-5">
      <h2 id="manager" className="text-xl">
        Account Manager
      </h2>
      <div className="mt-5 mb-6 flex items-center gap-5">
        <span
          aria-hidden="true"
          className="grid size-20 flex-none place-items-center rounded-full bg-sky font-display text-2xl font-bold text-night"
        >
          {DEMO_MANAGER.name
            .split(" ")
            .map((part) => part.charAt(0))
            .join("")}
        </span>
        <p>
          <strong className="block text-lg">{DEMO_MANAGER.name}</strong>
          <span className="text-sm text-ink-soft">{DEMO_MANAGER.hours}</span>
        </p>
      </div>
      <DemoButton action={DEMO_ACTIONS.whatsApp} className="mt-auto self-start" />
    </section>
  );
}
