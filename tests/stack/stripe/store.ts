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

export interface StoredRecords extends Kinds {
  /** Products of a limited coupon, which shows them only when expanded. */
  coverage: { id: string; products: string[] };
  /** By discount: its coupon as it was redeemed, which deleting the coupon does not change. */
  redeemed: { id: string; coupon: Kinds["coupon"]; products: string[] | null };
  card: { id: string; number: string; isSetUp: boolean };
  basket: Basket;
  confirmation: Confirmation;
  /** A bank debit under way: its payment intent, and when the bank answers. */
  debit: { id: string; at: number };
  /** When requests made the newest invoices of a subscription, in milliseconds since 1970. */
  invoicing: { id: string; times: number[] };
  notice: { id: string; periodEnd: number };
  settlement: { id: string; at: number; status: "succeeded" | "failed" | "canceled" };
  answer: { id: string; fingerprint: string; status: number; body: string; at: number };
  delivery: Delivery;
  carried: Delivery;
  /** One row: seconds by which the account's time is ahead of the wall clock. */
  time: { id: "time"; aheadSeconds: number };
  gone: { id: string; object: string };
  promise: { id: string; invoice: string };
}

export interface Basket {
  id: string;
  lines: { id: string; price: string; quantity: number }[];
  coupons: { coupon: string; promotionCode: string | null }[];
  intent: string | null;
  /** As typed on the page. */
  business: { name: string | null; taxId: string | null };
  customerUpdate: { name: boolean; address: boolean };
  subscription: {
    metadata: Record<string, string>;
    description: string | null;
    taxRates: string[];
  };
}

export interface Confirmation {
  id: string;
  pays: string;
  paymentMethod: string;
  returnUrl: string;
  isShops: boolean;
  isCardSaved: boolean;
}

export interface Delivery {
  id: string;
  event: string;
  endpoint: string;
  attempts: number;
  state: "waiting" | "delivered" | "dropped" | "given_up";
  nextAt: number;
  lastStatus: number | null;
  lastError: string | null;
}

export type StoredKind = keyof StoredRecords;

/** Objects by kind and id. Stored objects are immutable; a change is another put. */
export interface Store {
  get<K extends StoredKind>(kind: K, id: string): StoredRecords[K] | undefined;
  all<K extends StoredKind>(kind: K): Iterable<StoredRecords[K]>;
  count(kind: StoredKind): number;
  put<K extends StoredKind>(kind: K, object: StoredRecords[K]): void;
  remove(kind: StoredKind, id: string): void;
  /**
   * Runs work in a transaction; an error rolls it back, and nested transactions roll back alone.
   * The outermost is written as one line, which a kill cannot split.
   */
  transaction<T>(work: () => T): T;
  close(): void;
}

type Row = { readonly id: string };
type Change = readonly [kind: StoredKind, id: string, object: Row | null];

// Above this ratio the file is compacted at the start.
const LINES_PER_OBJECT = 2;

/** Opens a folder's state; null is in memory. */
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
  const objects = [...tables.values()].reduce((sum, table) => sum + table.size, 0);
  if (lines > objects * LINES_PER_OBJECT) {
    const rows = [...tables].flatMap(([kind, table]) =>
      [...table.values()].map((object) => `${JSON.stringify([[kind, object.id, object]])}\n`),
    );
    writeFileSync(`${path}.new`, rows.join(""), { mode: 0o600 });
    renameSync(`${path}.new`, path);
    size = rows.reduce((sum, row) => sum + Buffer.byteLength(row), 0);
  }
  const file = openSync(path, "a", 0o600);
  // A truncated line belongs to a request without a response.
  ftruncateSync(file, size);
  return {
    append(changes) {
      if (changes.length > 0) writeSync(file, `${JSON.stringify(changes)}\n`);
    },
    close: () => closeSync(file),
  };
}
