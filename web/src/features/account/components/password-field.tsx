import { useEffect, useId, useRef, useState } from "react";
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
  const errorId = useId();

  useEffect(() => {
    const form = box.current?.closest("form");
    const hide = () => setIsShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);

  return (
    <div ref={box}>
      <div className="password">
        <TextField
          label={label}
          name={name}
          type={isShown ? "text" : "password"}
          autoComplete={autoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...(error !== undefined && { "aria-invalid": true, "aria-describedby": errorId })}
          required={!isOptional}
        />
        <button type="button" onClick={() => setIsShown(!isShown)}>
          {isShown ? "Hide" : "Show"}
          <span className="sr-only"> {label.toLowerCase()}</span>
        </button>
      </div>
      {error !== undefined && (
        <p id={errorId} className="mt-2 text-sm font-semibold text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
