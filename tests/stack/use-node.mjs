import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";

// After each install, on any Node from 20 on: npm scripts must run the Node of the lockfile.
// npm 10 removes node_modules/.bin/node with the packages of other platforms (npm issue 4362), and
// npm skips an optional package whose checksum is wrong, with a warning at most.

const OLDEST = 24;

const { optionalDependencies: pinned } = JSON.parse(readFileSync("package.json", "utf8"));
const isWindows = process.platform === "win32";
const name = `node-${isWindows ? "win" : process.platform}-${process.arch}`;

if (name in pinned) link();
else if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  throw new Error(`package.json pins no Node for this machine (${name}): install Node ${OLDEST}.`);
}

function link() {
  const folder = `node_modules/${name}`;
  if (!existsSync(folder)) {
    throw new Error(
      `npm left out ${folder}: its download failed, its checksum is wrong, or optional packages are off.`,
    );
  }
  if (!isWindows) {
    mkdirSync("node_modules/.bin", { recursive: true });
    rmSync("node_modules/.bin/node", { force: true });
    symlinkSync(`../${name}/bin/node`, "node_modules/.bin/node");
  }
  const program = `${folder}/bin/node${isWindows ? ".exe" : ""}`;
  const version = versionOf(program);
  if (version !== `v${pinned[name]}`)
    throw new Error(`${program} is ${version}, not ${pinned[name]}.`);
}

function versionOf(program) {
  try {
    return execFileSync(program, ["--version"], { encoding: "utf8" }).trim();
  } catch (cause) {
    // "ENOENT" of a file that exists is its loader, which Alpine lacks.
    throw new Error(`${program} does not start here. On Linux it needs glibc.`, { cause });
  }
}
