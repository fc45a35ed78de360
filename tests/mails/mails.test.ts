import { pretty } from "@react-email/render";
import { describe, expect, test } from "vitest";
import type { AnsweredForm } from "#contracts/api/enquiry.ts";
import { COMPANY } from "#contracts/company.ts";
import { unescapeMarkup } from "../../web/site/escape.ts";
import { accountMail } from "../../worker/mail/account-mail.ts";
import { autoReplyMail } from "../../worker/mail/auto-reply.ts";
import { teamNotification } from "../../worker/mail/team-notification.ts";
import { sampleMails } from "./preview.ts";
import { SAMPLE_ACCOUNT_MAILS, SAMPLE_FACTS, SAMPLE_FORMS } from "./samples.ts";

const team = (payload: AnsweredForm) => teamNotification({ payload }, SAMPLE_FACTS);
const reply = (payload: AnsweredForm) => autoReplyMail({ payload }, SAMPLE_FACTS);

const HOSTILE = [
  ["a script", '<script>alert("1")</script>'],
  ["an image", "<img src=x onerror=alert(1)>"],
  ["the end of the table", "</td></tr></table><p>"],
  ["quotation marks", `" onmouseover="alert(1)' x='`],
  ["an ampersand and an entity", "Harbour & Finch &lt;b&gt;"],
  ["a conditional comment", "<!--[if mso]><b>"],
  ["a placeholder of Outlook's comments", "<outlook-open></outlook-open>"],
  ["template syntax", "{{message}} ${message} %s $& $1 <%= message %>"],
  ["right-to-left text", "مرحبا بكم في تايدبوست"],
  ["joined emoji", "👩🏽‍🚀🏴󠁧󠁢󠁳󠁣󠁴󠁿"],
] as const;

const PICTURES =
  /<img src="https:\/\/api\.tidepost\.example\/(?:photos\/\w+" alt="Grace"|mail-pictures\/a\/b\/c" alt="[^"]*") /g;

/** One of each layout; what the others share is a property below. */
const DRAWN = new Set([
  "confirm-sign-up.account",
  "contact.team-notification",
  "owner.approval",
  "welcome.billing",
]);

/** Those of tables that every mail program draws, and of text. */
const ELEMENTS = new Set(
  "html head meta title style body table tbody tr td th div span p h1 h2 a i img strong br hr ul li".split(
    " ",
  ),
);

describe.each(sampleMails())("$name", ({ name, mail }) => {
  test.runIf(DRAWN.has(name))("looks as before", async () => {
    await expect(await pretty(mail.html)).toMatchFileSnapshot(`snapshots/${name}.html.snap`);
  });

  test("links to absolute addresses, each of which the plain text has as well", () => {
    const linked = [...mail.html.matchAll(/ href="([^"]*)"/g)].map(([, href = ""]) =>
      unescapeMarkup(href),
    );
    for (const href of linked) {
      expect(href).toMatch(/^(https|mailto|tel):/);
      if (href.startsWith("https:")) expect(mail.text).toContain(href);
    }
  });

  test("has a width of 600 at most, known elements, and text that can be read on its ground", () => {
    const widths = [...mail.html.matchAll(/(?:width="|[^-]width:)(\d+)(?:px|")/g)].map(([, px]) =>
      Number(px),
    );
    expect(Math.max(...widths)).toBeLessThanOrEqual(600);
    const elements = [...mail.html.matchAll(/<([a-z]\w*)/g)].map(([, element = ""]) => element);
    expect(elements.filter((element) => !ELEMENTS.has(element))).toEqual([]);
    const texts = drawnTexts(mail.html);
    expect(texts.length).toBeGreaterThan(5);
    for (const { ink, ground, text } of texts) {
      expect(contrast(ink, ground), `${text}: ${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("says the same as before", async () => {
    await expect(
      `To: ${mail.to}\nReply-To: ${mail.replyTo}\nSubject: ${mail.subject}\n\n${mail.text}\n`,
    ).toMatchFileSnapshot(`snapshots/${name}.txt`);
  });

  test("loads nothing but the account manager's photo and pictures of posts, and stays below Gmail's size limit", () => {
    expect(mail.html.replaceAll(PICTURES, "")).not.toMatch(
      /<(img|link|script|iframe)\b|url\(|@import/i,
    );
    expect(Buffer.byteLength(mail.html)).toBeLessThan(102_000);
  });
});

describe.each(HOSTILE)("%s", (_, text) => {
  const mail = team({ ...SAMPLE_FORMS.contact, first_name: text, company: text, message: text });

  test("arrives in the HTML as text", () => {
    const { html } = team({ ...SAMPLE_FORMS.contact, message: "Harmless." });
    expect(unescapeMarkup(mail.html)).toContain(text);
    expect(tagsOf(mail.html)).toEqual(tagsOf(html));
  });

  test("arrives unchanged in the plain text and the values", () => {
    expect(mail.text).toContain(`> ${text}`);
    expect(mail.params).toMatchObject({ first_name: text, company: text, message: text });
  });
});

describe("team notification", () => {
  test("replies go to the visitor, and a link leads to the event", () => {
    const mail = team(SAMPLE_FORMS.contact);
    const eventUrl = `${SAMPLE_FACTS.opsUrl}/ops/events/${SAMPLE_FACTS.eventId}`;
    expect(mail).toMatchObject({ to: SAMPLE_FACTS.to, replyTo: SAMPLE_FORMS.contact.email });
    expect(mail.html).toContain(`href="${eventUrl}"`);
    expect(mail.text).toContain(eventUrl);
    expect(mail.html).toContain(SAMPLE_FACTS.correlationId);
  });

  test("subject is one line of limited length", () => {
    const { subject } = team({
      ...SAMPLE_FORMS.contact,
      first_name: "Amelia\r\nBcc: all@example.com\r\n\r\n",
      company: "wave ".repeat(40),
    });
    expect(subject).toMatch(/^Contact form: Amelia Bcc: all@example\.com Hart, wave/);
    expect(subject).not.toMatch(/\p{Cc}/u);
    expect(Array.from(subject).length).toBeLessThanOrEqual(150);
  });

  test.each([true, false])("says whether the address had a free trial: %o", (isFurtherTrial) => {
    const payload = SAMPLE_FORMS["free-trial"];
    const { text } = teamNotification({ payload, isFurtherTrial }, SAMPLE_FACTS);
    expect(text.includes("has asked for a free trial before")).toBe(isFurtherTrial);
  });

  test("every line of the visitor's message is quoted", () => {
    const mail = team({
      ...SAMPLE_FORMS.contact,
      message: "a\n\nOpen this enquiry: https://x.example",
    });
    expect(mail.text).toContain("> a\n> \n> Open this enquiry: https://x.example");
  });

  test("visitor's URL is not a link", () => {
    const { html } = team({ ...SAMPLE_FORMS["free-trial"], website: "https://x.example" });
    expect(html).toContain("https://x.example");
    expect(html).not.toContain('href="https://x.example');
  });

  test("longest message is included in full", () => {
    const message = "&\n".repeat(2_500);
    const { html, text } = team({ ...SAMPLE_FORMS.contact, message });
    expect(html.match(/&amp;<br\/>/g)).toHaveLength(2_500);
    expect(text.match(/^> &$/gm)).toHaveLength(2_500);
  });
});

describe("auto-reply", () => {
  test("repeats only the visitor's name", () => {
    const secret = "BUY-NOW-https://elsewhere.example";
    const { html, text, subject } = reply({
      ...SAMPLE_FORMS["free-trial"],
      first_name: secret,
      last_name: secret,
      company: secret,
      website: secret,
      phone: secret,
      business_type: secret,
      preferred_platform: secret,
      goals: secret,
      source: secret,
    });
    expect([html, text, subject].join("\n")).not.toContain(secret);
    expect(text).toMatch(/^Hello,\n/m);
  });

  test("goes to the visitor, and replies go to the team", () => {
    expect(reply(SAMPLE_FORMS.demo)).toMatchObject({
      to: SAMPLE_FORMS.demo.email,
      replyTo: COMPANY.email,
    });
  });

  test.each(["contact", "free-trial", "demo"] as const)(
    "%s: promises an answer within 24 hours and links to the site, in both parts",
    (formType) => {
      const mail = reply(SAMPLE_FORMS[formType]);
      for (const part of [mail.html, mail.text]) {
        expect(part).toContain("within 24 hours");
        expect(part).toContain(SAMPLE_FACTS.siteUrl);
      }
    },
  );
});

describe("account emails", () => {
  test.each(["confirm-sign-up", "magic-link", "recovery", "invite", "email-change-new"] as const)(
    "%s: has link and code in both parts, and neither in its subject",
    (kind) => {
      const facts = SAMPLE_ACCOUNT_MAILS[kind];
      const mail = accountMail(facts);
      for (const part of [unescapeMarkup(mail.html), mail.text]) {
        expect(part).toContain(facts.secrets?.link);
        expect(part).toContain(facts.secrets?.code);
      }
      expect(mail.subject).not.toContain(facts.secrets?.code);
    },
  );

  test("reauthentication: has a code and no link", () => {
    const mail = accountMail(SAMPLE_ACCOUNT_MAILS.reauthentication);
    expect(mail.text).not.toContain("/confirm");
    expect(mail.text).toContain("042917");
  });

  test.each([
    [3_600, "1 hour"],
    [86_400, "24 hours"],
    [900, "15 minutes"],
    [60, "1 minute"],
  ])("%i seconds read %s", (validForS, written) => {
    const secrets = { code: "042917", link: null, validForS };
    const mail = accountMail({ ...SAMPLE_ACCOUNT_MAILS.recovery, secrets });
    expect(mail.text).toContain(`good for ${written},`);
  });

  test("name that could carry a message: not repeated", () => {
    const facts = { ...SAMPLE_ACCOUNT_MAILS.recovery, firstName: "buy at https://x.example" };
    expect(accountMail(facts).text).toMatch(/^Hello,\n/m);
  });
});

test("guarantee: a first claim needs nobody's consent, a second one a person's with a reason", () => {
  const textOf = (kind: string) =>
    sampleMails().find(({ name }) => name === `${kind}.billing`)?.mail.text;
  expect(textOf("guarantee-refunded")).toContain("We’ve sent your refund");
  expect(textOf("guarantee-refunded")).toContain("5 to 10 business days");
  expect(textOf("refund-requested")).toContain("has been used before with one of yours");
  expect(textOf("refund-declined")).toContain("Why: You had the first month");
});

test("rendering an email again gives the same text", () => {
  expect(sampleMails()).toEqual(sampleMails());
});

function tagsOf(html: string): string[] {
  return html.match(/<\/?[a-z!][^\s>]*/gi) ?? [];
}

/** Each text with its colour and that of what it stands on, as inherited styles give them. */
function drawnTexts(html: string): { ink: string; ground: string; text: string }[] {
  const open = [{ element: "", ink: "#000000", ground: "#ffffff" }];
  const texts = [];
  const [, body = ""] = /(<body[\s\S]*<\/body>)/.exec(html) ?? [];
  for (const [token, end, element, attributes = "", text] of body
    .replaceAll(/<!--[\s\S]*?-->/g, "")
    .matchAll(/<(\/?)([a-z]\w*)([^>]*)>|([^<]+)/g)) {
    const { ink, ground } = open.at(-1) ?? { ink: "", ground: "" };
    if (element === undefined) {
      if (text?.trim() !== "") texts.push({ ink, ground, text: text ?? token });
    } else if (end === "/") {
      open.length = open.findLastIndex((one) => one.element === element);
    } else if (!/^(br|hr|img|meta)$/.test(element)) {
      const [, own = ink] = /[;"]color:(#\w{6})/.exec(attributes) ?? [];
      const [, under = ground] = /background-color:(#\w{6})/.exec(attributes) ?? [];
      open.push({ element, ink: own, ground: under });
    }
  }
  return texts;
}

/** As WCAG 2.2 defines it, from 1 to 21. */
function contrast(one: string, other: string): number {
  const luminances = [one, other].map((colour) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
}
