import type { User } from "@supabase/auth-js";
import type { ComponentType, ReactNode } from "react";
import { Guarded } from "../features/account/components/guarded.tsx";
import { appStylesheet } from "../lib/app-stylesheet.ts";
import type { Page } from "../page.ts";
import { AccountBar } from "./account-bar.tsx";

/** A page of an account, for which a visitor signs in first. */
export function signedInPage({
  title,
  heading = title,
  description,
  skeleton,
  For,
}: Pick<Page, "title" | "description"> & {
  /** It shows while the session is read. */
  heading?: string;
  skeleton?: ReactNode;
  For: ComponentType<{ user: User }>;
}): Page {
  const Body = () => (
    <Guarded title={heading} skeleton={skeleton}>
      {(user) => <For key={user.id} user={user} />}
    </Guarded>
  );
  return { ...appStylesheet, noindex: true, title, description, Bar: AccountBar, Body };
}
