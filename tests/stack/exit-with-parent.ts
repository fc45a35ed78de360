// Loaded with --import into every Node process of the stack. Its stdin is a pipe that the launcher holds open;
// the pipe ends when the launcher is gone, even if it was killed, and then nobody would stop this process.
const GRACE_MS = 5_000;

function leave(): void {
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.exit(1), GRACE_MS).unref();
}

process.stdin.on("end", leave).on("error", leave).resume();
if ("unref" in process.stdin) process.stdin.unref();
