import {
  chmodSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { addressOf } from "./reports.ts";

// Resend stores idempotency keys for 24 hours.
const KEY_LIFETIME_MS = 24 * 60 * 60 * 1_000;

const Summary = z.object({
  id: z.string(),
  to: z.string(),
  from: z.string(),
  replyTo: z.string().nullable(),
  subject: z.string(),
  idempotencyKey: z.string().nullable(),
  transport: z.enum(["resend", "emailjs"]),
  receivedAt: z.string(),
});

export type MailSummary = z.infer<typeof Summary>;

export interface Mail extends MailSummary {
  readonly html: string | null;
  readonly text: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly tags: Readonly<Record<string, string>>;
  readonly template: {
    readonly id: string;
    readonly params: Readonly<Record<string, unknown>>;
  } | null;
}

const Key = z.object({ key: z.string(), bodyHash: z.string(), mailId: z.string(), at: z.number() });

type RememberedKey = z.infer<typeof Key>;

const Line = z.object({ ...Summary.shape, remembered: Key.nullable() });

interface Entry {
  readonly summary: MailSummary;
  readonly offset: number;
  readonly length: number;
}

interface MailFilter {
  readonly to?: string | undefined;
  /** Sent to the address, or to be answered to it. */
  readonly about?: string | undefined;
}

export interface Mailbox {
  /** Stores an email and its idempotency key in one write, which a kill cannot split. */
  add(mail: Mail, remembered: RememberedKey | null): void;
  list(filter?: MailFilter): MailSummary[];
  read(id: string): Mail | null;
  readAllAsJson(filter?: MailFilter): string;
  findKey(key: string): RememberedKey | null;
  /** Deletes the emails and keeps the idempotency keys, so that a repeated request sends none. */
  clear(): void;
}

/**
 * Opens the emails of a folder: append-only JSON lines, which survive a kill.
 *
 * @param now milliseconds since 1970
 */
export function openMailbox(dir: string, now: () => number = Date.now): Mailbox {
  // The emails hold codes and links that sign somebody in.
  mkdirSync(dir, { recursive: true });
  chmodSync(dir, 0o700);
  const mailFile = join(dir, "mails.jsonl");
  const keyFile = join(dir, "keys.jsonl");
  const keys = new Map<string, RememberedKey>();
  let entries: Entry[] = [];
  let size = 0;

  for (const line of completeLines(keyFile)) {
    const key = Key.parse(JSON.parse(line.text));
    keys.set(key.key, key);
  }
  for (const line of completeLines(mailFile)) {
    const { remembered, ...summary } = Line.parse(JSON.parse(line.text));
    entries.push({ summary, offset: line.offset, length: line.length });
    if (remembered !== null) keys.set(remembered.key, remembered);
    size = line.offset + line.length + 1;
  }
  const file = openSync(mailFile, "a+", 0o600);
  // A truncated line belongs to a request without a response.
  ftruncateSync(file, size);

  function matches({ to, about }: MailFilter): Entry[] {
    const wanted = (to ?? about)?.toLowerCase();
    if (wanted === undefined) return entries;
    return entries.filter(
      ({ summary }) =>
        addressesOf(summary.to).includes(wanted) ||
        (to === undefined && summary.replyTo?.toLowerCase() === wanted),
    );
  }

  function textOf(entry: Entry): string {
    const buffer = Buffer.alloc(entry.length);
    readSync(file, buffer, 0, entry.length, entry.offset);
    return buffer.toString("utf8");
  }

  return {
    add(mail, remembered) {
      const line = Buffer.from(`${JSON.stringify({ ...mail, remembered })}\n`);
      writeSync(file, line);
      const {
        html: _html,
        text: _text,
        headers: _headers,
        tags: _tags,
        template: _template,
        ...summary
      } = mail;
      entries.push({ summary, offset: size, length: line.length - 1 });
      size += line.length;
      if (remembered !== null) keys.set(remembered.key, remembered);
    },
    list: (filter = {}) => matches(filter).map((entry) => entry.summary),
    read(id) {
      const entry = entries.find(({ summary }) => summary.id === id);
      return entry === undefined ? null : (JSON.parse(textOf(entry)) as Mail);
    },
    readAllAsJson: (filter = {}) => `[${matches(filter).map(textOf).join(",")}]`,
    findKey(key) {
      const known = keys.get(key);
      return known !== undefined && now() - known.at < KEY_LIFETIME_MS ? known : null;
    },
    clear() {
      const valid = [...keys.values()].filter((key) => now() - key.at < KEY_LIFETIME_MS);
      const lines = valid.map((key) => `${JSON.stringify(key)}\n`).join("");
      writeFileSync(`${keyFile}.new`, lines, { mode: 0o600 });
      renameSync(`${keyFile}.new`, keyFile);
      ftruncateSync(file, 0);
      entries = [];
      size = 0;
    },
  };
}

function addressesOf(to: string): string[] {
  return to.split(",").map(addressOf);
}

function completeLines(path: string): { text: string; offset: number; length: number }[] {
  if (!existsSync(path)) return [];
  const lines: { text: string; offset: number; length: number }[] = [];
  const content = readFileSync(path);
  let offset = 0;
  for (let end = content.indexOf(10); end !== -1; end = content.indexOf(10, offset)) {
    lines.push({ text: content.toString("utf8", offset, end), offset, length: end - offset });
    offset = end + 1;
  }
  return lines;
}
