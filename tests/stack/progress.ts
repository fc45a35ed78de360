import { styleText } from "node:util";
import type { Step } from "./stack.ts";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;
const FRAME_MS = 80;

export interface Progress {
  readonly show: (step: Step) => void;
  readonly end: () => void;
}

export function createProgress(output: NodeJS.WriteStream): Progress {
  const running = new Set<string>();
  let frame = 0;
  const wipe = (): void => {
    if (output.isTTY) output.write("\r\u001B[K");
  };
  const draw = (): void => {
    if (running.size === 0) return;
    frame = (frame + 1) % FRAMES.length;
    wipe();
    output.write(`  ${FRAMES[frame]} ${styleText("dim", [...running].join(", "))}`);
  };
  const timer = output.isTTY ? setInterval(draw, FRAME_MS) : null;
  return {
    show: ({ label, tookMs, detail }) => {
      if (tookMs === undefined) {
        running.add(label);
        return;
      }
      running.delete(label);
      wipe();
      const more = styleText("dim", [detail, seconds(tookMs)].filter(Boolean).join(", "));
      output.write(`  ${styleText("green", "✓")} ${label} ${more}\n`);
    },
    end: () => {
      if (timer !== null) clearInterval(timer);
      wipe();
    },
  };
}

export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
