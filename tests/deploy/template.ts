import { existsSync, writeFileSync } from "node:fs";
import type * as z from "zod";
import { EdgeConfig } from "../../edge/config.ts";
import { WorkerConfig } from "../../worker/config.ts";
import { LOCAL_ONLY } from "./check-settings.ts";
import { SITE_SETTINGS } from "./part-settings.ts";

type Part = Readonly<Record<string, z.ZodType>>;

const EDGE: Part = EdgeConfig.shape;
const WORKER: Part = WorkerConfig.shape;

/** Renders the settings of a target as a file to fill in: names, meanings and defaults, no value. */
export function renderTemplate(): string {
  const all = [...new Set([...Object.keys(WORKER), ...Object.keys(EDGE)])];
  const isDeployed = (name: string) => !LOCAL_ONLY.includes(name);
  const groups: Record<string, string[]> = {
    "Edge and worker": all.filter((name) => name in EDGE && name in WORKER),
    Worker: all.filter((name) => !(name in EDGE)),
    Edge: all.filter((name) => !(name in WORKER)),
  };
  return [
    "# Settings of a target; never committed. An empty value counts as unset. At the edge, wrangler.toml wins.",
    ...Object.entries(groups).map(([title, names]) =>
      renderGroup(title, names.filter(isDeployed).map(renderSetting)),
    ),
    renderGroup(
      "Site",
      Object.entries(SITE_SETTINGS).map(([name, meaning]) => `# ${meaning}\n${name}=`),
    ),
    renderGroup("Only beside emulators; a deploy refuses them", LOCAL_ONLY.map(renderSetting)),
  ].join("\n\n");
}

/** @throws {Error} for a file that exists: it may hold secrets */
export function writeTemplate(file: string): void {
  if (existsSync(file)) throw new Error(`${file} exists: name a new file.`);
  writeFileSync(file, renderTemplate(), { flag: "wx", mode: 0o600 });
}

function renderGroup(title: string, settings: readonly string[]): string {
  return `## ${title}\n\n${settings.join("\n")}\n`;
}

function renderSetting(name: string): string {
  const schemas = { worker: WORKER[name], edge: EDGE[name] };
  const given = Object.values(schemas).filter((schema) => schema !== undefined);
  const isRequired = given.some((schema) => !schema.safeParse(undefined).success);
  const mark = isRequired ? " [required]" : markDefault(given);
  const meanings = new Set(given.map(({ description }) => description));
  const lines = Object.entries(schemas).map(
    ([part, schema]) => `# ${part}: ${schema?.description}`,
  );
  const [first] = meanings;
  return [...(meanings.size === 1 ? [`# ${first}`] : lines), `${name}=`]
    .join("\n")
    .replace("\n", `${mark}\n`);
}

function markDefault([schema]: readonly z.ZodType[]): string {
  const { data } = schema?.safeParse(undefined) ?? {};
  const value = Array.isArray(data) ? data.join(",") : data;
  return ["string", "number", "boolean"].includes(typeof value) && value !== ""
    ? ` [default ${value as string | number | boolean}]`
    : "";
}
