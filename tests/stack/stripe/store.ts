import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { Kinds } from "./wire.ts";

/** What the stand-in keeps beside the API's own objects, and shows to nobody. */
export interface StoredRecords extends Kinds {
  /** The test card behind a payment method, under the payment method's id. */
  card: { id: string; number: string; isSetUp: boolean };
  /** What a checkout session sells, under the session's id. */
  basket: Basket;
  /** A payment that waits for the card's owner, under the payment intent's id. */
  confirmation: Confirmation;
  /** An `invoice.upcoming` that was sent, under the subscription's id. */
  notice: { id: string; periodEnd: number };
  /** How a refund that is still under way ends, under the refund's id. */
  settlement: { id: string; at: number; status: "succeeded" | "failed" };
  /** A charge that its card's owner is about to dispute, under the charge's id. */
  complaint: { id: string; at: number };
  /** An answer that an idempotency key gets again. */
  answer: { id: string; fingerprint: string; status: number; body: string; at: number };
  /** What still waits to be sent. */
  delivery: Delivery;
  /** What is not sent again by itself. */
  carried: Delivery;
  /** One row: seconds by which the account's own time runs ahead. */
  time: { id: "time"; aheadSeconds: number };
  /** What was deleted and is still known by its id. */
  gone: { id: string; object: string };
  /** A promised change that waits for its payment, under the subscription's id. */
  promise: { id: string; invoice: string; change: PendingItem[] };
}

export interface PendingItem {
  readonly id: string | null;
  readonly price: string;
  readonly quantity: number;
  readonly metadata: Record<string, string>;
}

export interface Basket {
  id: string;
  lines: { id: string; price: string; quantity: number }[];
  coupons: { coupon: string; promotionCode: string | null }[];
  allowsPromotionCodes: boolean;
  /** The payment that was begun for it. */
  intent: string | null;
  subscription: {
    metadata: Record<string, string>;
    description: string | null;
    trialSeconds: number | null;
  };
}

export interface Confirmation {
  id: string;
  /** What is paid: a checkout session or an invoice, by id. */
  pays: string;
  paymentMethod: string;
  /** Where the owner goes afterwards. */
  returnUrl: string;
  /** Whether the address is a shop's own, and is told there what became of the payment. */
  isShops: boolean;
}

export interface Delivery {
  id: string;
  event: string;
  endpoint: string;
  attempts: number;
  state: "waiting" | "delivered" | "dropped" | "given_up";
  /** Milliseconds since 1970. */
  nextAt: number;
  lastStatus: number | null;
  lastError: string | null;
}

export type StoredKind = keyof StoredRecords;

/** Objects by kind and id. What is put is never changed afterwards; a change is another put. */
export interface Store {
  get<K extends StoredKind>(kind: K, id: string): StoredRecords[K] | undefined;
  /** Oldest first. */
  all<K extends StoredKind>(kind: K): Iterable<StoredRecords[K]>;
  count(kind: StoredKind): number;
  put<K extends StoredKind>(kind: K, object: StoredRecords[K]): void;
  remove(kind: StoredKind, id: string): void;
  /**
   * Runs work of which all or nothing stays. What it throws undoes it. Work within work is undone alone.
   * The outermost is kept as one line, which a kill cannot split.
   */
  transaction<T>(work: () => T): T;
  close(): void;
}

type Row = { readonly id: string };
type Change = readonly [kind: StoredKind, id: string, object: Row | null];

// Beyond this many lines for each living object the file is written anew at the start.
const LINES_PER_OBJECT = 2;

/** Opens what a folder keeps; null keeps nothing beyond the process. */
export function openStore(dir: string | null): Store {
  const tables = new Map<StoredKind, Map<string, Row>>();
  const journal = dir === null ? null : openJournal(dir, tables);
  let depth = 0;
  let undo: Change[] = [];

  const tableOf = (kind: StoredKind): Map<string, Row> => {
    const known = tables.get(kind);
    if (known !== undefined) return known;
    const table = new Map<string, Row>();
    tables.set(kind, table);
    return table;
  };
  const change = (kind: StoredKind, id: string, object: Row | null): void => {
    if (depth === 0) throw new Error(`Bug: ${kind} ${id} was changed outside a transaction.`);
    const table = tableOf(kind);
    undo.push([kind, id, table.get(id) ?? null]);
    apply(table, id, object);
  };

  return {
    get: (kind, id) => tableOf(kind).get(id) as never,
    all: (kind) => tableOf(kind).values() as never,
    count: (kind) => tableOf(kind).size,
    put: (kind, object) => change(kind, object.id, object),
    remove: (kind, id) => change(kind, id, null),
    transaction(work) {
      const mark = undo.length;
      depth += 1;
      try {
        const result = work();
        if (depth === 1) journal?.append(latest(undo, tableOf));
        return result;
      } catch (error) {
        for (const [kind, id, object] of undo.splice(mark).toReversed()) {
          apply(tableOf(kind), id, object);
        }
        throw error;
      } finally {
        depth -= 1;
        if (depth === 0) undo = [];
      }
    },
    close: () => journal?.close(),
  };
}

function apply(table: Map<string, Row>, id: string, object: Row | null): void {
  if (object === null) table.delete(id);
  else table.set(id, object);
}

/** What a transaction left of everything that it touched. */
function latest(
  touched: readonly Change[],
  tableOf: (kind: StoredKind) => Map<string, Row>,
): Change[] {
  const seen = new Map<string, Change>();
  for (const [kind, id] of touched) {
    seen.set(`${kind} ${id}`, [kind, id, tableOf(kind).get(id) ?? null]);
  }
  return [...seen.values()];
}

interface Journal {
  append(changes: readonly Change[]): void;
  close(): void;
}

function openJournal(dir: string, tables: Map<StoredKind, Map<string, Row>>): Journal {
  mkdirSync(dir, { recursive: true });
  const path = join(dir, "state.jsonl");
  let lines = 0;
  let size = 0;
  const content = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  for (let end = content.indexOf(10); end !== -1; end = content.indexOf(10, size)) {
    const changes = JSON.parse(content.toString("utf8", size, end)) as Change[];
    for (const [kind, id, object] of changes) {
      const table = tables.get(kind) ?? new Map<string, Row>();
      tables.set(kind, table);
      apply(table, id, object);
      lines += 1;
    }
    size = end + 1;
  }
  const living = [...tables.values()].reduce((sum, table) => sum + table.size, 0);
  if (lines > living * LINES_PER_OBJECT) {
    const rows = [...tables].flatMap(([kind, table]) =>
      [...table.values()].map((object) => `${JSON.stringify([[kind, object.id, object]])}\n`),
    );
    writeFileSync(`${path}.new`, rows.join(""), { mode: 0o600 });
    renameSync(`${path}.new`, path);
    size = rows.reduce((sum, row) => sum + Buffer.byteLength(row), 0);
  }
  const file = openSync(path, "a", 0o600);
  // A line that was cut off belongs to a request that was never answered.
  ftruncateSync(file, size);
  return {
    append(changes) {
      if (changes.length > 0) writeSync(file, `${JSON.stringify(changes)}\n`);
    },
    close: () => closeSync(file),
  };
}
