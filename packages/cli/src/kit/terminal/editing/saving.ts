import type { Editor, Problem, SaveRefusal } from '@portico/core'

import type { App } from '../app/app.ts'

/** A noun's parts of saving. */
export type Saving<Form, Stored> = {
  readonly app: App
  readonly editor: Editor<Form, Stored>
  readonly createQuestion?: string
  /** Label of the create button. */
  readonly createLabel?: string
  readonly toList: () => void
  /** Said below the changes, before they are saved. */
  readonly notes?: () => readonly string[]
  /** The place to open after creating. */
  readonly created?: () => void
  /** After a save on leaving: true if something must be seen before the person goes on. */
  readonly stays?: () => boolean
  /** Moves the cursor to the field that prevents saving. */
  readonly refused?: (refusal: SaveRefusal) => void
  readonly failed?: (problem: Problem) => void | Promise<void>
}

/** Of something new: nothing was typed yet. */
export function isUntouched(editor: {
  getState(): { readonly id?: string | undefined }
  hasChanges(): boolean
}): boolean {
  return editor.getState().id === undefined && !editor.hasChanges()
}
