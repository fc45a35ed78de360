import { buildConfirmLink, type ConfirmLinkType } from "#contracts/api/confirm-link.ts";
import { buildRemovalLink } from "#contracts/api/removal-link.ts";
import type { AuthMail } from "#contracts/events/accounts.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { lifetimeS } from "#db/accounts/one-time-tokens/one-time-code.ts";
import type { AccountMailKind, AccountNotice } from "../mail/account-content.ts";
import { accountMail } from "../mail/account-mail.ts";
import type { EffectDeps } from "./effect-deps.ts";
import { mailEffect } from "./mail-effect.ts";

type Noticed = "EmailChanged" | "PasswordChanged" | "SecurityNoticeRequested";

/** Tells the user what happened to the account; of a sign-in method that was added, with a link that removes it. */
export const sendAccountNotice = <E extends EventOf<Noticed>>(
  deps: EffectDeps,
  noticeOf: (event: E) => AccountNotice,
) =>
  mailEffect<E>(deps, "security", async (event, origin) => {
    const { id, data }: EventOf<Noticed> = event;
    const user = await deps.findUserContact(data.userId);
    if (user === null || user.email === null) return "no_address";
    const kind = noticeOf(event);
    const removal =
      "subjectId" in data && data.subjectId !== undefined
        ? buildRemovalLink(deps.siteUrl, { event: id, token: deps.codes.removalToken(id) })
        : null;
    const { email: to, firstName } = user;
    return { kind, mail: accountMail({ kind, to, firstName, removal, ...origin }) };
  });

export const sendAuthMail = (deps: EffectDeps) =>
  mailEffect<EventOf<"AuthMailRequested">>(deps, "security", async ({ data }, origin) => {
    const token = await deps.findMailToken(data.tokenId);
    if (token === null) return "replaced_or_used";
    if (Date.parse(token.expiresAt) <= deps.now().getTime()) return "expired";
    const link = deps.codes.linkToken(token.id, token.isPkce);
    const mail = accountMail({
      kind: data.mail,
      to: token.relatesTo,
      firstName: token.firstName,
      newAddress: token.newEmail,
      secrets: {
        code: deps.codes.code(token.id, token.codeLength),
        link: confirmLink(data.mail, { link, redirectTo: token.redirectTo }, deps.siteUrl),
        validForS: lifetimeS(token),
      },
      ...origin,
    });
    await deps.retryAddress(token.relatesTo);
    return { kind: data.mail, mail };
  });

const TYPES: Record<AuthMail, ConfirmLinkType | null> = {
  "confirm-sign-up": "signup",
  "magic-link": "magiclink",
  recovery: "recovery",
  invite: "invite",
  "email-change-current": "email_change",
  "email-change-new": "email_change",
  reauthentication: null,
};

/** @returns null for emails that hold only a code */
export function confirmLink(
  mail: AuthMail,
  token: { link: string; redirectTo: string },
  siteUrl: string,
): string | null {
  const type = TYPES[mail];
  if (type === null) return null;
  return buildConfirmLink(siteUrl, { tokenHash: token.link, type, redirectTo: token.redirectTo });
}

/** The last mail to an address that an account no longer has. It is kept until then, and for a week at most. */
export const sendErasedMail = (deps: EffectDeps, kind: AccountMailKind) =>
  mailEffect<EventOf<"AccountErased" | "EmailChanged">>(
    deps,
    "security",
    async ({ id }, origin) => {
      const to = await deps.findErasedAddress(id);
      return to === null ? "no_address" : accountMail({ kind, to, firstName: null, ...origin });
    },
    ({ id }, { to }) => deps.forgetErasedAddress({ eventId: id, email: to }),
  );

/** Goes to the address that the receipts go to, which need not be the account's. */
export const sendPurchaseClaimedMail = (deps: EffectDeps) =>
  mailEffect<EventOf<"PurchaseClaimed">>(deps, "security", async ({ data }, origin) => {
    const customer = await deps.findCustomerContact(data.customerId);
    if (customer?.isErased === true) return "erased";
    if (customer === null || customer.receiptEmail === null) return "no_address";
    const to = customer.receiptEmail;
    return accountMail({ kind: "purchase-claimed", to, firstName: null, ...origin });
  });
