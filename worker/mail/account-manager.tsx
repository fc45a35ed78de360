import { Text } from "@react-email/text";
import type { AccountManager } from "#contracts/api/content/account-manager.ts";
import { photoAddress } from "#contracts/content/photo.ts";
import { LayoutTable } from "./layout-table.tsx";
import { BASE, text, WRAP_ANYWHERE } from "./theme.ts";

const SIDE = 56;

export function managerLine({ name, hours, whatsApp }: AccountManager): string {
  const way = whatsApp === null ? "" : `, on WhatsApp at ${whatsApp}`;
  return `Your account manager is ${name}: ${hours}${way}.`;
}

/** Pictures are often blocked: the sentence beside the photo has the name too. */
export function ManagerNote({ manager, apiUrl }: { manager: AccountManager; apiUrl: string }) {
  const line = (
    <Text {...text("ink", { ...BASE, ...WRAP_ANYWHERE, margin: 0 })}>{managerLine(manager)}</Text>
  );
  return (
    <LayoutTable marginTop={28}>
      <tr>
        {manager.photo !== null && (
          <td width={SIDE + 16} valign="top">
            <img
              src={photoAddress(apiUrl, manager.photo)}
              alt={manager.name}
              // Without it React adds a `<link>` to preload.
              loading="lazy"
              width={SIDE}
              height={SIDE}
              style={{ display: "block", borderRadius: SIDE / 2, fontSize: 13 }}
            />
          </td>
        )}
        <td valign="middle">{line}</td>
      </tr>
    </LayoutTable>
  );
}
