export type Fields = [name: string, value: string][];

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};
const plain = (html: string) =>
  html.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (sign) => ENTITIES[sign] ?? "");

/** Fields of a form of the ops console, as a browser without a script sends them; no files and no buttons. */
export function fieldsIn(html: string, action: string): Fields {
  const forms = [...html.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)];
  const form = forms.find(
    ([, attributes = ""]) =>
      attributes.includes('method="post"') && plain(attributes).includes(`action="${action}"`),
  );
  if (form === undefined) throw new Error(`the page has no form for ${action}`);
  const controls = [
    ...(form[2] ?? "").matchAll(
      /<input([^>]*)>|<textarea([^>]*)>([\s\S]*?)<\/textarea>|<select([^>]*)>([\s\S]*?)<\/select>/g,
    ),
  ];
  return controls.flatMap(([, input, area, text = "", select, options = ""]): Fields => {
    const attributes = input ?? area ?? select ?? "";
    const of = (name: string) => new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
    const name = of("name");
    if (name === undefined) return [];
    if (area !== undefined) return [[name, plain(text.replace(/^\n/, ""))]];
    if (select !== undefined) {
      const chosen = /value="([^"]*)" selected/.exec(options) ?? /value="([^"]*)"/.exec(options);
      return [[name, plain(chosen?.[1] ?? "")]];
    }
    const type = of("type") ?? "text";
    if (type === "file") return [];
    const isChoice = type === "checkbox" || type === "radio";
    return isChoice && of("checked") === undefined ? [] : [[name, plain(of("value") ?? "")]];
  });
}

/** @param changes of fields that the form has; a list gives all values of one name */
export function withFields(
  fields: Fields,
  changes: Readonly<Record<string, string | readonly string[]>>,
): Fields {
  const rest = fields.filter(([name]) => !Object.hasOwn(changes, name));
  const given = Object.entries(changes).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return [...rest, ...given];
}
