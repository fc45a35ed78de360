import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const USE_NODE = new URL("use-node.mjs", import.meta.url).pathname;
const NAME = `node-${process.platform}-${process.arch}`;
const PROGRAM = `node_modules/${NAME}/bin/node`;

/** @param program a shell script in place of Node; null when npm installed none */
function install(program: string | null, pinned: string) {
  const folder = mkdtempSync(join(tmpdir(), "use-node-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const manifest = { optionalDependencies: { [pinned]: "24.0.0" } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  if (program !== null) {
    mkdirSync(dirname(join(folder, PROGRAM)), { recursive: true });
    writeFileSync(join(folder, PROGRAM), program, { mode: 0o755 });
  }
  const { status, stderr } = spawnSync(process.execPath, [USE_NODE], {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, error: /^Error: (.*)/m.exec(stderr)?.[1] };
}

test.each<[string, string | null, string, string | undefined]>([
  ["the pinned version", "#!/bin/sh\necho v24.0.0", NAME, undefined],
  ["another version", "#!/bin/sh\necho v24.0.1", NAME, `${PROGRAM} is v24.0.1, not 24.0.0.`],
  ["nothing", null, NAME, `npm left out node_modules/${NAME}: its download failed`],
  ["a program without its loader", "#!/no/loader", NAME, `${PROGRAM} does not start here.`],
  ["nothing, where none is pinned and Node is new", null, "node-plan9-x64", undefined],
])("npm installed %s: the install ends accordingly", (_, program, pinned, error) => {
  expect(install(program, pinned)).toEqual(
    error === undefined
      ? { status: 0, error }
      : { status: 1, error: expect.stringContaining(error) },
  );
});
