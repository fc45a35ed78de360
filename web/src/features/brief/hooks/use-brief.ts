import { useCallback, useEffect, useRef, useState } from "react";
import type { BriefResponse } from "#contracts/api/content/brief.ts";
import {
  ANSWER_KEYS,
  type AnswerKey,
  type BriefAnswers,
} from "#contracts/content/brief-answers.ts";
import { BRIEF_MESSAGES } from "#contracts/messages/brief.ts";
import { localStorageOrNull } from "../../../lib/browser-storage.ts";
import { CallError, hasCode } from "../../../lib/call-error.ts";
import { fetchBrief, saveBrief, submitBrief } from "../api/brief.ts";
import { type Clashes, isSame, mergeAnswers } from "../merge-answers.ts";
import { keepUnsaved, readUnsaved, withUnsaved } from "../unsaved-answers.ts";

/** A pause in typing. */
const SAVE_AFTER_MS = 1_500;
const RETRY_AFTER_MS = 5_000;

export type SaveState = "untouched" | "saving" | "saved" | "retrying" | "refused";

type State = {
  /** As the server has it. */
  readonly brief: BriefResponse;
  /** As the form has it. */
  readonly answers: BriefAnswers;
  readonly clashes: Clashes;
  readonly save: SaveState;
  /** Why the server refuses what is typed. */
  readonly refusal: string | null;
};

/** The brief in the form, saved as the user types. */
export function useBrief(
  userId: string,
  loaded: BriefResponse,
  onChanged: (brief: BriefResponse) => void,
) {
  const [begun] = useState(() => begin(userId, loaded));
  const [state, setState] = useState(begun.state);
  // Saves run longer than a render, and read what was typed meanwhile.
  const latest = useRef(state);
  const own = useRef<readonly AnswerKey[]>(begun.kept);
  /** What the server may have, also when its response was lost. */
  const sent = useRef<BriefAnswers | null>(null);
  const timer = useRef<number>(undefined);
  const running = useRef<Promise<void> | null>(null);

  const change = useCallback(
    (next: Partial<State>) => {
      latest.current = { ...latest.current, ...next };
      if (next.brief !== undefined) onChanged(next.brief);
      const { brief, answers } = latest.current;
      own.current = keepUnsaved(
        localStorageOrNull(),
        { userId, saved: brief.answers, typed: answers },
        own.current,
      );
      setState(latest.current);
    },
    [userId, onChanged],
  );

  const merge = useCallback(
    (brief: BriefResponse) => {
      const { answers, clashes } = mergeAnswers(
        withSent(latest.current.brief.answers, brief.answers, sent.current),
        latest.current.answers,
        brief.answers,
      );
      change({ brief, answers, clashes: { ...latest.current.clashes, ...clashes } });
    },
    [change],
  );

  const saveOnce = useCallback(async () => {
    const { brief, answers } = latest.current;
    try {
      const { version, revision } = brief;
      sent.current = answers;
      merge(await saveBrief({ version, revision, answers }));
    } catch (error) {
      if (!hasCode(error, "brief_changed")) throw error;
      merge(await fetchBrief());
    }
  }, [merge]);

  const saveAll = useCallback(async () => {
    try {
      while (!isSame(latest.current.answers, latest.current.brief.answers)) await saveOnce();
      if (latest.current.save !== "untouched") change({ save: "saved", refusal: null });
    } catch (error) {
      const refusal = refusalOf(error);
      change({ save: refusal === null ? "retrying" : "refused", refusal });
      throw error;
    }
  }, [change, saveOnce]);

  /**
   * Saves until the server has what is typed, one request at a time.
   * @throws when the server cannot be reached, or refuses
   */
  const flush = useCallback(async () => {
    window.clearTimeout(timer.current);
    running.current ??= saveAll().finally(() => {
      running.current = null;
    });
    await running.current;
  }, [saveAll]);

  const saveLater = useCallback(
    (afterMs: number) => {
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        flush().catch(() => {
          if (latest.current.save === "retrying") saveLater(RETRY_AFTER_MS);
        });
      }, afterMs);
    },
    [flush],
  );

  useEffect(() => {
    // A running save merges the newer version itself.
    if (running.current !== null || !isNewer(loaded, latest.current.brief)) return;
    merge(loaded);
    saveLater(0);
  }, [loaded, merge, saveLater]);

  useEffect(() => {
    const save = () => saveLater(0);
    const saveWhenHidden = () => {
      if (document.visibilityState === "hidden") save();
    };
    if (loaded.canChange) save();
    window.addEventListener("online", save);
    document.addEventListener("visibilitychange", saveWhenHidden);
    return () => {
      window.clearTimeout(timer.current);
      window.removeEventListener("online", save);
      document.removeEventListener("visibilitychange", saveWhenHidden);
    };
  }, [loaded.canChange, saveLater]);

  return {
    ...state,
    type(key: AnswerKey, text: string): void {
      const { answers, save } = latest.current;
      change({
        answers: { ...answers, [key]: text },
        // The page announces a failing save once, however often it is retried.
        save: save === "retrying" ? save : "saving",
      });
      saveLater(SAVE_AFTER_MS);
    },
    /** @param theirs whether the text of the other tab replaces the form's */
    resolve(key: AnswerKey, theirs: boolean): void {
      const { [key]: text, ...clashes } = latest.current.clashes;
      const { answers } = latest.current;
      change({
        clashes,
        answers: theirs && text !== undefined ? { ...answers, [key]: text } : answers,
      });
      saveLater(0);
    },
    setApprovers({ approvers }: BriefResponse): void {
      change({ brief: { ...latest.current.brief, approvers } });
    },
    /** @returns false when another tab's answers came in between: the user has to look again */
    async submit(): Promise<boolean> {
      await flush();
      if (Object.keys(latest.current.clashes).length > 0) return false;
      try {
        const { version, revision } = latest.current.brief;
        merge(await submitBrief({ version, revision }));
        change({ save: "untouched" });
        return true;
      } catch (error) {
        if (!hasCode(error, "brief_changed")) throw error;
        merge(await fetchBrief());
        return false;
      }
    },
  };
}

function begin(userId: string, brief: BriefResponse) {
  const unsaved = readUnsaved(localStorageOrNull(), userId);
  const { base, mine } = withUnsaved(brief.answers, unsaved);
  const merged = mergeAnswers(base, mine, brief.answers);
  const save = isSame(merged.answers, brief.answers) ? "untouched" : "saving";
  const state: State = { brief, ...merged, save, refusal: null };
  return { state, kept: ANSWER_KEYS.filter((key) => unsaved[key] !== undefined) };
}

/** The texts that both sides began from. A text that this tab sent is no change of another tab. */
function withSent(
  base: BriefAnswers,
  theirs: BriefAnswers,
  sent: BriefAnswers | null,
): BriefAnswers {
  return Object.fromEntries(
    ANSWER_KEYS.map((key) => [key, theirs[key] === sent?.[key] ? theirs[key] : base[key]]),
  ) as BriefAnswers;
}

function isNewer(one: BriefResponse, other: BriefResponse): boolean {
  return one.version === other.version
    ? one.revision > other.revision
    : one.version > other.version;
}

/** Null when another attempt may succeed. */
function refusalOf(error: unknown): string | null {
  if (!(error instanceof CallError) || error.status >= 500 || error.status === 429) return null;
  return error.userMessage ?? BRIEF_MESSAGES.saveRefused;
}
