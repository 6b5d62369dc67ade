import { scimChangeInWords, type ScimRequestSummary } from '@portico/core'

import type { App } from '../../terminal/app/app.ts'

/** Sentences about what a request changed, or why it was refused. */
export function doneBy({ words }: App, { changes, detail, dryRun }: ScimRequestSummary): readonly string[] {
  const done = changes.map((change) => scimChangeInWords(change, words))
  return [
    ...(dryRun ? [words.say('scimInbox.dryRun')] : []),
    ...(done.length > 0 ? done : [detail ?? words.say('scimInbox.nothing')]),
  ]
}
