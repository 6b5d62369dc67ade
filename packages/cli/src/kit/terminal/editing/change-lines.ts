import type { EditorChange } from '@portico/core'

import { neutralise } from '../../io/neutralise.ts'

/** The changes that a save would make, as lines: `- before` and `+ after` under the name of the field. */
export function changeLines(editor: { changes(): readonly EditorChange[] }): string[] {
  return editor
    .changes()
    .flatMap(({ label, removed, added }) => [
      label,
      ...removed.map((text) => `- ${text}`),
      ...added.map((text) => `+ ${text}`),
    ])
    .map(neutralise)
}
