import type { ChangeInWords } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'

/** What went with a minus, what came with a plus. */
export function changeLines(changes: readonly ChangeInWords[]): readonly string[] {
  return changes
    .flatMap(({ label, removed, added }) => [
      ...removed.map((text) => `- ${label}: ${text}`),
      ...added.map((text) => `+ ${label}: ${text}`),
    ])
    .map(neutralise)
}
