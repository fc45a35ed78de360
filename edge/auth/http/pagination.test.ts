import { describe, expect, test } from "vitest";
import { linkHeader, readPage } from "./pagination.ts";

describe("page parameters", () => {
  test.each([
    [undefined, undefined, { page: 1, perPage: 50 }],
    ["", "", { page: 1, perPage: 50 }],
    ["3", "10", { page: 3, perPage: 10 }],
    ["1", "99999", { page: 1, perPage: 1_000 }],
    ["0", undefined, null],
    ["-1", undefined, null],
    ["1.5", undefined, null],
    ["two", undefined, null],
    [undefined, "0", null],
    ["99999999999", undefined, null],
  ])("page %s with %s rows each", (page, perPage, expected) => {
    expect(readPage({ page, perPage })).toEqual(expected);
  });
});

describe("Link header", () => {
  const url = "https://api.example/auth/v1/admin/users?per_page=10&page=2";
  const at = (page: number) => `</auth/v1/admin/users?page=${page}&per_page=10>`;

  test.each([
    [1, 25, `${at(2)}; rel="next", ${at(3)}; rel="last"`],
    [2, 25, `${at(3)}; rel="next", ${at(3)}; rel="last"`],
    [3, 25, `${at(3)}; rel="last"`],
    [9, 25, `${at(3)}; rel="last"`],
    [1, 0, `${at(1)}; rel="last"`],
    [1, 10, `${at(1)}; rel="last"`],
  ])("page %i of %i rows", (page, total, header) => {
    expect(linkHeader(url, { page, perPage: 10 }, total)).toBe(header);
  });
});
