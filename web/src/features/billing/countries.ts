import { COUNTRIES_SOLD_TO, countryName } from "#contracts/company.ts";

/**
 * By name, the United Kingdom first.
 * @param own code of the saved country, which is offered as well
 */
export function countryOptions(own: string): readonly { code: string; name: string }[] {
  const codes = new Set([...COUNTRIES_SOLD_TO, ...(own === "" ? [] : [own])]);
  return [...codes]
    .map((code) => ({ code, name: countryName(code) }))
    .toSorted(
      (a, b) => Number(b.code === "GB") - Number(a.code === "GB") || a.name.localeCompare(b.name),
    );
}
