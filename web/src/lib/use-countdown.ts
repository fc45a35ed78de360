import { useEffect, useState } from "react";

/** @returns the seconds left, and a function that starts anew */
export function useCountdown(firstS: number): [leftS: number, start: (seconds: number) => void] {
  const [leftS, setLeftS] = useState(firstS);
  const isRunning = leftS > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setLeftS((left) => Math.max(0, left - 1)), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return [leftS, setLeftS];
}
