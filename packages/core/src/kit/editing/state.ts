import type { Problem } from '../http/problem.ts'
import type { WordId } from '../words/english.ts'

/** Spec section 9, "Page types". */
export type PageType = 'CREATE' | 'EDIT'

/** Everything about one object being edited; `form` is as shown on screen, `stored` as last read or saved. */
export type EditorState<Form, Stored> = {
  readonly status: 'loading' | 'ready' | 'not-found' | 'failed'
  readonly form: Form
  readonly stored: Stored | undefined
  /** Absent while it does not exist yet. */
  readonly id: string | undefined
  readonly etag: string | undefined
  /** The call that is running. Only one runs at a time. */
  readonly busy: 'saving' | 'reading' | 'removing' | undefined
  /** What another person did meanwhile: `stale` changed it (412), `gone` deleted it (404). Faces ask what to do. */
  readonly conflict: 'stale' | 'gone' | undefined
  /** Fields that lost the focus once; their violations are shown. 'all' after a rejected save. */
  readonly visited: readonly string[] | 'all'
  /** By field: what was typed beside an Add button and not added yet. Save adds it. */
  readonly entries: Readonly<Record<string, Entry>>
  /** Sentence about what just happened to the typed values. */
  readonly note: WordId | undefined
}

/** What was typed or chosen beside an Add button, and not added yet. */
export type Entry = {
  readonly text: string
  /** It for people; by default the text. */
  readonly shown?: string | undefined
  /** The name of what it will be added to, for people. */
  readonly label: string
  /** The field whose violation may end once it is added. */
  readonly completes?: string
  /** The sentence about what was wrong when it was last added. */
  readonly problem?: string | undefined
  /** Adds it to the form. The sentence about what is wrong with it; undefined if it was added. */
  add(): string | undefined | Promise<string | undefined>
}

/** Why it cannot be saved right now. `message` is a sentence for people, `fields` names the fields with violations. */
export type SaveRefusal = {
  readonly why: 'loading' | 'readonly' | 'saving' | 'invalid' | 'unchanged'
  readonly message: string
  readonly fields: readonly string[]
}

export type SaveOutcome =
  /** `created`: it did not exist before; spec section 4 then goes to the list. */
  | { readonly ok: true; readonly created: boolean }
  /** Nothing was sent. */
  | { readonly ok: false; readonly refusal: SaveRefusal }
  | { readonly ok: false; readonly problem: Problem }

/** What a save would change in one field, as texts for people. */
export type EditorChange = {
  readonly field: string
  readonly label: string
  readonly removed: readonly string[]
  readonly added: readonly string[]
}
