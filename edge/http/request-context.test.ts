import { expect, test } from "vitest";
import { readTraceparent } from "./request-context.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";
const SAMPLED = `00-${TRACE}-${PARENT}-01`;

test.each([
  ["valid", SAMPLED, SAMPLED],
  ["not sampled", `00-${TRACE}-${PARENT}-00`, `00-${TRACE}-${PARENT}-00`],
  ["with flags to come", `00-${TRACE}-${PARENT}-ff`, SAMPLED],
  ["with even flags to come", `00-${TRACE}-${PARENT}-02`, `00-${TRACE}-${PARENT}-00`],
  ["of a version to come", `01-${TRACE}-${PARENT}-01`, SAMPLED],
  ["of a version to come, longer", `cc-${TRACE}-${PARENT}-01-what comes`, SAMPLED],
  ["of a version to come, longer without a dash", `cc-${TRACE}-${PARENT}-01x`, null],
  ["of version 00, longer", `${SAMPLED}-00`, null],
  ["of version ff", `ff-${TRACE}-${PARENT}-01`, null],
  ["with a trace id of zeros", `00-${"0".repeat(32)}-${PARENT}-01`, null],
  ["with a parent id of zeros", `00-${TRACE}-${"0".repeat(16)}-01`, null],
  ["in capitals", SAMPLED.toUpperCase(), null],
  ["with a short trace id", `00-${TRACE.slice(1)}-${PARENT}-01`, null],
  ["with a short parent id", `00-${TRACE}-${PARENT.slice(1)}-01`, null],
  ["without flags", `00-${TRACE}-${PARENT}`, null],
  ["with spaces", ` ${SAMPLED} `, null],
  ["with a line break", `${SAMPLED}\n`, null],
  ["sent twice", `${SAMPLED}, ${SAMPLED}`, null],
  ["with SQL", `00-${TRACE}-${PARENT}-01'; drop table users`, null],
  ["with an address", "ada@shop.example", null],
  ["of 60 kB", "00-".repeat(20_000), null],
  ["empty", "", null],
  ["absent", undefined, null],
])("traceparent %s: %s", (_, header, read) => {
  expect(readTraceparent(header)).toBe(read);
});
