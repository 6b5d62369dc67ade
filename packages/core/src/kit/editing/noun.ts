import type { StoreApi } from 'zustand/vanilla'

import type { Feedback } from '../feedback/store.ts'
import type { Client, Outcome } from '../http/client.ts'
import type { Problem } from '../http/problem.ts'
import type { Violation } from '../http/violations.ts'
import type { Words } from '../words/words.ts'
import type { WordId } from '../words/english.ts'
import type { EditorChange } from './state.ts'

/** What every editor needs; a core has all of it. */
export type EditorParts = {
  readonly client: Pick<Client, 'call'>
  readonly feedback: Feedback
  /** The sentences loaded so far. */
  readonly words: () => Pick<Words, 'say' | 'find' | 'text'>
  /** A fresh idempotency key. */
  readonly randomId: () => string
}

/** What a face adds to an editor. */
export type EditorOptions = {
  /** Why the face refuses changes now, for example a session that was started read-only. */
  readonly lock?: (() => string | undefined) | undefined
  /** What "Try again" does after a save that did not reach a server; by default it saves again. */
  readonly retry?: (() => void) | undefined
}

/** A form that an editor works on: what is typed, and what is stored. */
export type EditedForm<Form, Stored> = Pick<StoreApi<Form>, 'getState' | 'subscribe'> & {
  discard(): void
  /** From now on, what is typed is for a new object. Absent: this noun cannot be created again. */
  readonly becomeNew?: () => void
  /** Replaces what is typed by what was read or saved. */
  saved(stored: Stored): void
  /** A newer version, with what was typed on top. `sent`: what a save has just stored of it. */
  readAgain(stored: Stored, sent?: Form): void
}

export type EditorTarget<Stored> = {
  readonly id: string | undefined
  readonly etag: string | undefined
  readonly stored: Stored | undefined
  /** The same for all attempts at one creation. */
  readonly idempotencyKey: string
}

/** `stored` in a failure: part of the save succeeded, and this is what is stored now. */
export type SaveAnswer<Stored> =
  | { readonly ok: true; readonly value: Stored; readonly etag?: string | undefined }
  | {
      readonly ok: false
      readonly problem: Problem
      readonly stored?: { readonly value: Stored; readonly etag?: string | undefined } | undefined
    }

/** What is specific to one noun. */
export type EditedNoun<Form, Stored> = {
  readonly form: EditedForm<Form, Stored>
  readonly idOf: (stored: Stored) => string
  readonly violationsOf: (form: Form) => readonly Violation[]
  readonly isChanged: (form: Form) => boolean
  readonly changesOf: (form: Form, id: string | undefined) => readonly EditorChange[]
  /** The same change as a command for a POSIX shell. */
  readonly commandOf: (form: Form, id: string | undefined) => string
  read(id: string): Promise<Outcome<Stored>>
  save(form: Form, target: EditorTarget<Stored>): Promise<SaveAnswer<Stored>>
  readonly remove?: (id: string) => Promise<Outcome<unknown>>
  readonly sentences: {
    readonly created: WordId
    readonly updated: WordId | ((stored: Stored) => WordId)
    readonly removed?: WordId
  }
  /** Whether what is stored is read-only. */
  readonly isReadonly?: () => boolean
  /** The name of the form's field that the server's `fieldID` means; by default the same. */
  readonly fieldOf?: (fieldID: string) => string
  /** Put before the sentence of a violation that does not name its field. */
  readonly labelOf?: (field: string) => string | undefined
  readonly afterSave?: () => void
  /** What was typed, as plain data without secrets and private keys. */
  readonly typedOf: (form: Form) => unknown
  /** Restores it. Returns the sentence to show; undefined if there was nothing to restore. */
  readonly retype: (content: unknown) => WordId | undefined
}
