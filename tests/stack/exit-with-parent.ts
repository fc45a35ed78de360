// Loaded with --import into every Node process of the stack. Stdin is a pipe held by the launcher;
// it ends when the launcher dies, even by SIGKILL, and then the process exits.
const GRACE_MS = 5_000;

function leave(): void {
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.exit(1), GRACE_MS).unref();
}

process.stdin.on("end", leave).on("error", leave).resume();
if ("unref" in process.stdin) process.stdin.unref();
