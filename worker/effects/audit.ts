import * as z from "zod";
import type { NamedItem } from "#contracts/billing/item-names.ts";
import { type DomainEvent, type EventType, newestShapes } from "#contracts/events/catalogue.ts";
import type { Effect, EffectCatalogue, EffectResult } from "../pipeline/effect.ts";

type Facts = EffectResult["facts"];
type Schema = {
  [key: string]: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};

const isNull = ({ type }: Schema) => type === "null";

/** Ids, times, closed enumerations, numbers and booleans, and lists of them. A text that may say anything never. */
function isFact(schema: Schema): boolean {
  if (schema["isId"] === true) return true;
  if (schema.anyOf !== undefined) return schema.anyOf.every((one) => isNull(one) || isFact(one));
  if (schema.items !== undefined) return isFact(schema.items);
  const { type, pattern, enum: values, const: value } = schema;
  if (type === "string") return (pattern ?? values ?? value) !== undefined;
  return type === "integer" || type === "number" || type === "boolean";
}

/** The fields of each event that its audit row has, by the schema of its newest version. */
export const FACT_FIELDS: ReadonlyMap<string, readonly string[]> = new Map(
  newestShapes.map(({ type, data }) => {
    const { properties = {} } = z.toJSONSchema(data, { unrepresentable: "any" }) as Schema;
    return [type.value, Object.keys(properties).filter((name) => isFact(properties[name] ?? {}))];
  }),
);

/** What the schema does not say: lists of objects. */
function otherFactsOf(event: DomainEvent): Facts {
  if (event.type !== "PostProposed") return {};
  return {
    posts: event.data.posts.map(({ postId, version }) => `${postId}/${version}`).join(" "),
  };
}

/** The name of a product may say anything. */
function idOf(told: unknown): unknown {
  return typeof told === "object" ? ((told as NamedItem).priceId ?? "other") : told;
}

function factsOf(event: DomainEvent): Facts {
  const data: Readonly<Record<string, unknown>> = event.data;
  const facts = (FACT_FIELDS.get(event.type) ?? []).flatMap((name) => {
    const value = data[name] ?? null;
    if (value === null) return [];
    if (typeof value === "number" || typeof value === "string") return [[name, value]];
    return [[name, Array.isArray(value) ? value.map(idOf).join(" ") : JSON.stringify(value)]];
  });
  return { ...Object.fromEntries(facts), ...otherFactsOf(event) };
}

const audit: Effect<EventType> = {
  queue: null,
  repeatMayDuplicate: false,
  run: (event) => Promise.resolve({ externalId: null, facts: factsOf(event) }),
};

/** The events that Stripe's notifications cause are audited in their stead. */
const UNAUDITED = "StripeEventReceived";

type Audited<C> = {
  [T in keyof C]: T extends typeof UNAUDITED ? C[T] : C[T] & { audit: typeof audit };
};

/** Adds the effect that writes the audit row to those of every event. */
export const withAudit = <C extends EffectCatalogue>(effects: C) =>
  Object.fromEntries(
    Object.entries<object>(effects).map(([type, own]) => [
      type,
      type === UNAUDITED ? own : { ...own, audit },
    ]),
  ) as Audited<C>;
