import { type ReactNode, useEffect, useId, useRef } from "react";
import { Close } from "./icons.tsx";

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
};

export function Dialog({ open, onClose, title, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (open && !element.open) element.showModal();
    if (!open) element.close();
  }, [open]);

  useEffect(() => {
    const element = dialog.current;
    const closeOnBackdrop = (event: MouseEvent) => {
      // Without padding, only a click on the backdrop has the dialog itself as target.
      if (event.target === element) element?.close();
    };
    element?.addEventListener("click", closeOnBackdrop);
    return () => element?.removeEventListener("click", closeOnBackdrop);
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className="m-auto w-[min(34rem,calc(100vw-2rem))] rounded-md bg-paper text-ink floating"
    >
      <div className="relative p-6 sm:p-10">
        <button
          type="button"
          onClick={() => dialog.current?.close()}
          className="absolute top-4 right-4 grid size-11 place-items-center rounded-sm hover:bg-paper-deep"
        >
          <Close />
          <span className="sr-only">Dismiss</span>
        </button>
        <h2 id={titleId} className="pr-[min(3rem,14vw)] text-[min(var(--text-2xl),7vw)]">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
