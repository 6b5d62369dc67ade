import { leadingChanges, scimChangeInWords, type ScimRequestSummary } from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'

/** Sentences about what a request changed. */
export function doneBy({ words }: App, { changes, dryRun }: ScimRequestSummary): readonly string[] {
  const done = leadingChanges(changes).map((change) => scimChangeInWords(change, words))
  return [
    ...(dryRun ? [words.say('scimInbox.dryRun')] : []),
    ...(done.length > 0 ? done : [words.say('scimInbox.nothing')]),
  ]
}

/** Why the request was refused, as a label and the answer to the directory; empty if it was not. */
export function refusedBecause({ words }: App, { detail }: ScimRequestSummary): readonly string[] {
  return detail === null ? [] : [`${words.say('scimInbox.refused')}: ${detail}`]
}

/** Both in one line. */
export function outcomeOf(app: App, row: ScimRequestSummary): string {
  return [...doneBy(app, row), ...refusedBecause(app, row)].join(' · ')
}
