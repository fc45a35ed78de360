import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { differenceFromDocument, seenCall } from "./check-answer.ts";
import { thisStack } from "./this-stack.ts";

// Compares every answer of the API to a test on the stack with the API's document.

const { fetch } = globalThis;
const differences = new Set<string>();

beforeAll(() => {
  const { api } = thisStack();
  globalThis.fetch = async (input, init = {}) => {
    const response = await fetch(input, init);
    const url = input instanceof Request ? input.url : String(input);
    // After a redirect it is the answer of another address.
    if (!url.startsWith(`${api}/`) || response.redirected) return response;
    const difference = differenceFromDocument(await seenCall(input, init, response));
    if (difference !== null) differences.add(difference);
    return response;
  };
});

afterEach(() => {
  const found = [...differences];
  differences.clear();
  expect(found, "answers that differ from the API's document").toEqual([]);
});

afterAll(() => {
  globalThis.fetch = fetch;
});
