import { type ReactNode, useState } from "react";
import { type AnswerKey, PLATFORM_KEYS } from "#contracts/content/brief-answers.ts";
import { part } from "../../../ui/part.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Panel } from "../../account/components/security/panel.tsx";
import type { FieldOptions } from "./answer-field.tsx";

const Material = part(
  async () => (await import("./material.tsx")).Material,
  <Skeleton shape="row" />,
);

type BriefPanelsProps = {
  userId: string;
  field: (name: AnswerKey, options?: FieldOptions) => ReactNode;
  /** The answers that we need are given, or others are. */
  isBegun: boolean;
  /** It follows the rest of the questions. */
  children: ReactNode;
};

export function BriefPanels({ userId, field, isBegun, children }: BriefPanelsProps) {
  // What is typed opens and closes nothing.
  const [isOpen, setIsOpen] = useState(isBegun);
  return (
    <>
      <Panel id="business" title="Your business" lead="The two answers we can’t do without.">
        <div className="grid min-w-0 gap-6">
          {field("businessName", { required: true, autoComplete: "organization" })}
          {field("about", {
            required: true,
            hint: "What you sell or do, where, and what people come to you for.",
          })}
        </div>
      </Panel>
      <Panel
        id="platforms"
        title="Where we post"
        lead="At least one, with your handle or page address."
      >
        <div className="grid min-w-0 items-start gap-x-4 gap-y-6 sm:grid-cols-2">
          {PLATFORM_KEYS.map((name) => (
            <div key={name}>{field(name, { placeholder: "@yourbusiness" })}</div>
          ))}
        </div>
      </Panel>
      <details open={isOpen}>
        <summary className="flex items-center justify-between gap-6 border-y border-rule py-4 font-semibold">
          Tell us more, now or later
          <span aria-hidden="true" className="disclosure-mark" />
        </summary>
        <Panel id="voice" title="How you sound" lead="A few words each are enough.">
          <div className="grid min-w-0 items-start gap-x-4 gap-y-6 sm:grid-cols-2">
            {field("audience", { hint: "Who would you like to reach?" })}
            {field("tone", { hint: "Warm, dry, expert, playful? A page you like?" })}
            {field("dos", { hint: "What should we always show or say?" })}
            {field("donts", { hint: "What should we never show or say?" })}
          </div>
        </Panel>
        <Panel
          id="material"
          title="What we can use"
          lead="Your logo, photos and clips. Links to folders are fine too."
        >
          <div className="grid min-w-0 gap-6">
            {field("links", { hint: "Website, menu, price list, booking page: one per line." })}
            {field("material", { hint: "A link, or a few words on what you have." })}
          </div>
          <h3 className="mt-8 mb-3 text-(length:--text-lg)">Upload files</h3>
          <Material userId={userId} open={setIsOpen} />
        </Panel>
        {children}
      </details>
    </>
  );
}
