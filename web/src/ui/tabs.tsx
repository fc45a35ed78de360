import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { useHash } from "../lib/use-hash.ts";

type Tab = { readonly id: string; readonly label: string; readonly content: ReactNode };

/** The fragment names the active panel. Without script all panels are shown. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const hash = useHash();
  const list = useRef<HTMLDivElement>(null);
  const selected = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === hash),
  );

  function select(index: number): void {
    const tab = tabs[(index + tabs.length) % tabs.length];
    if (tab === undefined) return;
    window.history.replaceState(null, "", `#${tab.id}`);
    list.current?.querySelector<HTMLElement>(`#${tabId(tab)}`)?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const target = {
      ArrowRight: selected + 1,
      ArrowLeft: selected - 1,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    select(target);
  }

  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className="flex flex-wrap gap-2">
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={tabId(tab)}
            aria-selected={index === selected}
            aria-controls={tab.id}
            tabIndex={index === selected ? 0 : -1}
            onClick={() => select(index)}
            onKeyDown={onKeyDown}
            className="min-h-11 rounded-sm border-2 border-control px-4 py-2 text-sm font-semibold fade-colours hover:border-ink aria-selected:border-ink aria-selected:bg-ink aria-selected:text-paper"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={tab.id}
          aria-labelledby={tabId(tab)}
          hidden={index !== selected}
          className="mt-10"
        >
          {tab.content}
        </div>
      ))}
    </>
  );
}

function tabId(tab: Tab): string {
  return `tab-${tab.id}`;
}
