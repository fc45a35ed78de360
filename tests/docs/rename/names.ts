/** Files that keep the old name: they say who wrote the product, and what its releases were called. */
export const KEPT: ReadonlySet<string> = new Set(["LICENSE", ".github/CHANGELOG.md"]);

export type Names = { readonly name: string; readonly domain: string };

const NAME = /^[A-Za-z](?:[ .-]?[A-Za-z0-9])+$/;
/** A Linux account, which the worker's systemd unit has of the name, takes 32 characters. */
const NAME_MAX = 30;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;
const DOMAIN_MAX = 100;

/** Says in one sentence what is wrong with the names, or null. */
export function findFault({ name, domain }: Names): string | null {
  if (name.length > NAME_MAX)
    return `--name has ${name.length} characters; ${NAME_MAX} is the most that a Linux account of that name can have.`;
  if (!NAME.test(name))
    return "--name takes letters from A to Z first, then also digits, with single spaces, dots or hyphens between them; write any other form into contracts/company.ts afterwards.";
  if (domain.length > DOMAIN_MAX || !DOMAIN.test(domain))
    return "--domain takes a host name in lower case without https:// or a path, such as harboursocial.example.";
  return null;
}

/** Returns a function that replaces the old names in a text or path, in every form in which they are written. */
export function renamer(from: Names, to: Names): (text: string) => string {
  const forms = new Map<string, string>([
    [from.domain, to.domain],
    // In regular expressions.
    [from.domain.replaceAll(".", String.raw`\.`), to.domain.replaceAll(".", String.raw`\.`)],
    [identifierOf(from), identifierOf(to)],
    [identifierOf(from).toLowerCase(), identifierOf(to).toLowerCase()],
    [identifierOf(from).toUpperCase(), identifierOf(to).toUpperCase()],
  ]);
  // The name as a word of prose; inside an identifier it has no spaces.
  const word = String.raw`(?<![A-Za-z0-9])${escape(from.name)}(?![A-Za-z0-9])`;
  // One pass, because the new name may contain the old one.
  const any = new RegExp(`(${word})|${[...forms.keys()].map(escape).join("|")}`, "g");
  return (text) =>
    text.replaceAll(any, (found, prose?: string) =>
      prose === undefined ? (forms.get(found) ?? found) : to.name,
    );
}

/** One form for metrics, accounts, databases, hosts and packages: letters and digits are all that they have in common. */
export function identifierOf({ name }: Names): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, "");
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
