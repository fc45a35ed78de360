import type { AddedMethod } from "#contracts/api/sign-in-methods.ts";
import { METHOD_NAMES } from "#contracts/messages/sign-in-methods.ts";
import { formatDateTime } from "../../../lib/dates.ts";
import { providerName } from "../auth-settings.ts";

/** Phrasing content only, because it may stand inside a label. */
export function MethodName({ method }: { method: AddedMethod }) {
  return (
    <span className="min-w-0 wrap-anywhere">
      <span className="font-semibold">{METHOD_NAMES[method.kind]}</span>
      <span className="block text-sm text-ink-soft">
        {detailOf(method)}Added {formatDateTime(method.added_at)}
      </span>
    </span>
  );
}

function detailOf({ kind, name }: AddedMethod): string {
  if (name === null || kind === "recovery_codes") return "";
  if (kind === "phone") return `Ends in ${name}. `;
  return `${kind === "identity" ? providerName(name) : name}. `;
}
