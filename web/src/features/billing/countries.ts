// ISO 3166-1: the United Kingdom, its neighbours, the European Union, and where else customers write English.
const CODES =
  "AT AU BE BG CA CH CY CZ DE DK EE ES FI FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MT NL NO NZ PL PT RO SE SI SK US";

/**
 * By name, the United Kingdom first.
 * @param own code of the saved country, which is offered as well
 */
export function countryOptions(own: string): readonly { code: string; name: string }[] {
  const names = new Intl.DisplayNames("en-GB", { type: "region" });
  const codes = new Set([...CODES.split(" "), ...(own === "" ? [] : [own])]);
  return [...codes]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted(
      (a, b) => Number(b.code === "GB") - Number(a.code === "GB") || a.name.localeCompare(b.name),
    );
}
