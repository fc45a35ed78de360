import { useEffect, useRef, useState } from "react";
import { TextField } from "../../../ui/field.tsx";

export function PasswordField({
  label,
  name,
  autoComplete,
  error,
  isOptional = false,
}: {
  label: string;
  name: string;
  autoComplete: "current-password" | "new-password";
  error?: string | undefined;
  isOptional?: boolean;
}) {
  const [isShown, setIsShown] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const form = box.current?.closest("form");
    const hide = () => setIsShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);

  return (
    <div ref={box} className="relative">
      <TextField
        label={label}
        name={name}
        type={isShown ? "text" : "password"}
        autoComplete={autoComplete}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        error={error}
        required={!isOptional}
      />
      {/* It stands below the label and is as high as the field, which may have an error below it. */}
      <button
        type="button"
        className="absolute top-[calc(1.953rem+2px)] right-0.5 h-[3.2rem] px-4 text-(length:--text-sm) font-semibold underline underline-offset-[0.22em]"
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? "Hide" : "Show"}
        <span className="sr-only"> {label.toLowerCase()}</span>
      </button>
    </div>
  );
}
