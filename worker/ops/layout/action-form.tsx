/** @jsxImportSource hono/jsx */
import type { Context } from "hono";
import type { FC, JSX } from "hono/jsx";
import type { OpsEnv } from "../env.ts";
import { signedInOf } from "../session/require-operator.ts";
import { CsrfField } from "./page.tsx";

type Fields = Readonly<Record<string, string | null>>;
type ActionFormProps = JSX.IntrinsicElements["form"] & { c: Context<OpsEnv>; seen?: Fields };

/** A form that the signed-in operator posts; `seen` goes back as it was shown. */
export const ActionForm: FC<ActionFormProps> = ({ c, seen, class: look, children, ...form }) => (
  <form class={look} method="post" {...form}>
    <CsrfField token={signedInOf(c).csrfToken} />
    {seen === undefined ? null : <HiddenFields of={seen} />}
    {children}
  </form>
);

/** Null leaves a field out. */
export const HiddenFields: FC<{ of: Fields }> = ({ of }) => (
  <>
    {Object.entries(of).map(([name, value]) =>
      value === null ? null : <input key={name} type="hidden" name={name} value={value} />,
    )}
  </>
);
