import { type ComponentProps, useEffect, useState } from "react";
import type { SignInButtons } from "./sign-in-buttons.tsx";

/** Fetches the buttons after the form, which works without them; keeps their room. */
export function OtherWaysToSignIn(props: ComponentProps<typeof SignInButtons>) {
  const [Buttons, setButtons] = useState<typeof SignInButtons>();
  useEffect(() => {
    import("./sign-in-buttons.tsx").then(
      (module) => setButtons(() => module.SignInButtons),
      () => undefined,
    );
  }, []);
  return Buttons ? <Buttons {...props} /> : <div className="account-ways" />;
}
