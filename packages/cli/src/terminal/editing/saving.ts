import type { Editor, SaveRefusal } from '@portico/core'

import type { App } from '../app/app.ts'

/** What a noun's form adds to saving. */
export type Saving<Form, Stored> = {
  readonly app: App
  readonly editor: Editor<Form, Stored>
  readonly createQuestion?: string
  /** Of the button that creates. */
  readonly createLabel?: string
  readonly toList: () => void
  /** Where one goes after something new was saved. */
  readonly created?: () => void
  /** Moves the cursor to what keeps it from being saved. */
  readonly refused?: (refusal: SaveRefusal) => void
  readonly failed?: () => void
}
