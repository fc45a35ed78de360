import type { StoredForm } from "#contracts/api/enquiry.ts";
import type { AccountMailKind } from "./account-content.ts";
import type { AccountMailInput } from "./account-mail.tsx";
import type { AutoReplyInput } from "./auto-reply.tsx";
import type { TeamNotificationInput } from "./team-notification.tsx";

export const SAMPLE_FORMS = {
  contact: {
    form_type: "contact",
    first_name: "Amelia",
    last_name: "Hart",
    email: "amelia@harbour-and-finch.example",
    company: "Harbour & Finch",
    subject: "Custom Package",
    message:
      "We run two restaurants in Whitby and a third opens in March.\n\nCould one package cover all three, with reels for the opening? We would like the same person on our account throughout.",
    source: "Contact Us Page",
  },
  "free-trial": {
    form_type: "free-trial",
    first_name: "Idris",
    last_name: "Okafor",
    email: "idris@tallow-street-barbers.example",
    phone: "+44 20 7946 0123",
    company: "Tallow Street Barbers",
    website: "https://tallow-street-barbers.example",
    business_type: "Health and beauty",
    preferred_platform: "Instagram",
    goals: "More weekday bookings, and a page that looks like the shop does.",
    source: "Free Trial Page",
  },
  "free-trial, little given": {
    form_type: "free-trial",
    first_name: "Siân",
    last_name: "Llewellyn",
    email: "sian@example.com",
    source: "Free Trial Page",
  },
  demo: {
    form_type: "demo",
    first_name: "Noor",
    last_name: "Rahman",
    email: "noor@northlight-legal.example",
    company: "Northlight Legal",
    message: "Could you show us what you have made for other firms of solicitors?",
    source: "Schedule Demo Page",
  },
  "contact, hostile": {
    form_type: "contact",
    first_name: '<script>alert("1")</script>',
    last_name: "O’Brien & \"Sons\" 'Ltd' 👩🏽‍🚀",
    email: "stranger@example.com",
    company: "{{company}} ${company} %s $& <!--[if mso]> שלום عالم",
    subject: "General Inquiry",
    message:
      "</td></tr></table><img src=x onerror=alert(1)>\n<outlook-open></outlook-open>\nمرحبا، أريد باقة لثلاثة مطاعم.\n{{message}} &amp; &lt;b&gt;\nOpen this enquiry: https://elsewhere.example/ops\n" +
      "w".repeat(120),
    source: "Contact Us Page",
  },
} as const satisfies Record<string, StoredForm>;

export const SAMPLE_FACTS = {
  to: "team@tidepost.example",
  siteUrl: "https://tidepost.example",
  opsUrl: "https://ops.tidepost.example",
  eventId: "evt_01KAHX2J3V7W8R9T0A1B2C3D4E",
  correlationId: "req_01KAHX2J3V0000000000000000",
  occurredAt: "2026-11-20T23:13:00.000Z",
} as const satisfies TeamNotificationInput & AutoReplyInput;

const CONFIRM = "https://tidepost.example/confirm#token_hash=0123456789abcdef&type=signup";

export const SAMPLE_ACCOUNT_MAILS = Object.fromEntries(
  (
    [
      "confirm-sign-up",
      "magic-link",
      "recovery",
      "invite",
      "email-change-current",
      "email-change-new",
      "reauthentication",
      "password-changed",
    ] as const
  ).map((kind) => [
    kind,
    {
      kind,
      to: "amelia@harbour-and-finch.example",
      firstName: "Amelia",
      newAddress: kind.startsWith("email-change") ? "amelia@finch.example" : null,
      code: kind === "password-changed" ? null : "042917",
      link: kind === "password-changed" || kind === "reauthentication" ? null : CONFIRM,
      validForS: 86_400,
      siteUrl: SAMPLE_FACTS.siteUrl,
      correlationId: SAMPLE_FACTS.correlationId,
    } satisfies AccountMailInput,
  ]),
) as Record<AccountMailKind, AccountMailInput>;
