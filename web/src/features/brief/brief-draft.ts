import type { BriefResponse } from "#contracts/api/content/brief.ts";
import {
  ANSWER_KEYS,
  type AnswerKey,
  type BriefAnswers,
  isLine,
} from "#contracts/content/brief-answers.ts";
import { withoutInvisible } from "#contracts/invisible.ts";
import { BRIEF_MESSAGES } from "#contracts/messages/brief.ts";
import { localStorageOrNull } from "../../lib/browser-storage.ts";
import { CallError, hasCode } from "../../lib/call-error.ts";
import { fetchBrief, saveBrief, submitBrief } from "./api/brief.ts";
import { type Clashes, isSame, mergeAnswers } from "./merge-answers.ts";
import { readUnsaved, storeUnsaved, withUnsaved } from "./unsaved-answers.ts";

/** A pause in typing. */
const SAVE_AFTER_MS = 1_500;
const RETRY_AFTER_MS = 5_000;

export type SaveState = "untouched" | "saving" | "saved" | "retrying" | "refused";

type DraftState = {
  /** The server's version. */
  readonly brief: BriefResponse;
  /** The form's version. */
  readonly answers: BriefAnswers;
  readonly clashes: Clashes;
  readonly save: SaveState;
  readonly refusal: string | null;
};

/**
 * The answers in the form, which a draft saves as the user types.
 * @param onBrief called with each newer brief of the server
 */
export function openDraft(
  userId: string,
  loaded: BriefResponse,
  onBrief: (brief: BriefResponse) => void,
) {
  let { state, unsavedKeys } = restore(userId, loaded);
  /** The answers of the last save. The server may have them even when its response was lost. */
  let sent: BriefAnswers | null = null;
  let saving: Promise<void> | null = null;
  let timer: number | undefined;
  const listeners = new Set<() => void>();

  function change(next: Partial<DraftState>): void {
    state = { ...state, ...next, answers: asSent(next.answers ?? state.answers) };
    if (next.brief !== undefined) onBrief(next.brief);
    const { brief, answers } = state;
    unsavedKeys = storeUnsaved(
      localStorageOrNull(),
      { userId, saved: brief.answers, typed: answers },
      unsavedKeys,
    );
    for (const listener of listeners) listener();
  }

  function merge(brief: BriefResponse): void {
    const base = withSent(state.brief.answers, brief.answers, sent);
    const { answers, clashes } = mergeAnswers(base, state.answers, brief.answers);
    change({ brief, answers, clashes: { ...state.clashes, ...clashes } });
  }

  /** @returns false when the server had a newer brief, which is merged instead */
  async function mergeResponse(request: Promise<BriefResponse>): Promise<boolean> {
    try {
      merge(await request);
      return true;
    } catch (error) {
      if (!hasCode(error, "brief_changed")) throw error;
      merge(await fetchBrief());
      return false;
    }
  }

  async function saveAll(): Promise<void> {
    try {
      while (!isSame(state.answers, state.brief.answers)) {
        const { version, revision } = state.brief;
        sent = state.answers;
        await mergeResponse(saveBrief({ version, revision, answers: sent }));
      }
      if (state.save !== "untouched") change({ save: "saved", refusal: null });
    } catch (error) {
      const refusal = refusalOf(error);
      change({ save: refusal === null ? "retrying" : "refused", refusal });
      throw error;
    }
  }

  /**
   * Saves until the server has what is typed, one request at a time.
   * @throws when the server cannot be reached, or refuses
   */
  async function saveNow(): Promise<void> {
    window.clearTimeout(timer);
    saving ??= saveAll().finally(() => {
      saving = null;
    });
    await saving;
  }

  function saveAfter(ms: number): void {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      saveNow().catch(() => {
        if (state.save === "retrying") saveAfter(RETRY_AFTER_MS);
      });
    }, ms);
  }

  return {
    read: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Saves what is unsaved, also when the connection is back and when the page is hidden. */
    start(): () => void {
      const save = () => saveAfter(0);
      const saveWhenHidden = () => {
        if (document.visibilityState === "hidden") save();
      };
      save();
      window.addEventListener("online", save);
      document.addEventListener("visibilitychange", saveWhenHidden);
      return () => {
        window.clearTimeout(timer);
        window.removeEventListener("online", save);
        document.removeEventListener("visibilitychange", saveWhenHidden);
      };
    },
    /** Merges what another tab or device has saved. */
    receive(brief: BriefResponse): void {
      // A running save merges the newer version itself.
      if (saving !== null || !isNewer(brief, state.brief)) return;
      merge(brief);
      saveAfter(0);
    },
    type(key: AnswerKey, text: string): void {
      const { answers, save } = state;
      change({
        answers: { ...answers, [key]: text },
        // The page announces a failing save once, however often it is retried.
        save: save === "retrying" ? save : "saving",
      });
      saveAfter(SAVE_AFTER_MS);
    },
    /** @param theirs whether the text of the other tab replaces the form's */
    resolve(key: AnswerKey, theirs: boolean): void {
      const { [key]: text, ...clashes } = state.clashes;
      const { answers } = state;
      change({
        clashes,
        answers: theirs && text !== undefined ? { ...answers, [key]: text } : answers,
      });
      saveAfter(0);
    },
    setApprovers({ approvers }: BriefResponse): void {
      change({ brief: { ...state.brief, approvers } });
    },
    /** @returns false when another tab's answers came in between: the user has to look again */
    async submit(): Promise<boolean> {
      await saveNow();
      if (Object.keys(state.clashes).length > 0) return false;
      const { version, revision } = state.brief;
      const isSubmitted = await mergeResponse(submitBrief({ version, revision }));
      if (isSubmitted) change({ save: "untouched" });
      return isSubmitted;
    },
  };
}

/** The brief, with what an earlier page of this browser could not save. */
function restore(userId: string, brief: BriefResponse) {
  const unsaved = readUnsaved(localStorageOrNull(), userId);
  const { base, mine } = withUnsaved(brief.answers, unsaved);
  const merged = mergeAnswers(base, mine, brief.answers);
  const answers = asSent(merged.answers);
  const save = isSame(answers, brief.answers) ? "untouched" : "saving";
  const state: DraftState = { brief, ...merged, answers, save, refusal: null };
  const unsavedKeys: readonly AnswerKey[] = ANSWER_KEYS.filter((key) => unsaved[key] !== undefined);
  return { state, unsavedKeys };
}

/** A text that was copied may hold characters that nobody sees, which the server refuses in one line. */
function asSent(answers: BriefAnswers): BriefAnswers {
  return Object.fromEntries(
    ANSWER_KEYS.map((key) => [key, isLine(key) ? withoutInvisible(answers[key]) : answers[key]]),
  ) as BriefAnswers;
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
