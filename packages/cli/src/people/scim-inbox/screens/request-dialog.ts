import type { ScimRequest } from '@portico/core'

import { exactTime } from '../../../kit/output/cell.ts'
import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { textDialog } from '../../../kit/terminal/dialogs/text-dialog.tsx'
import type { Dialog } from '../../../kit/terminal/app/view.ts'
import { doneBy, refusedBecause } from './done-by.ts'

/** One request: what it changed or why it was refused, and what was sent. */
export function requestDialog(app: App, request: ScimRequest): Dialog {
  const { words } = app
  const { method, path, at, status, tookMs, dialect, tokenName, beginning, requestID, ignored, query, body } = request
  const fact = (label: string, value: string) => `${label}: ${value}`
  const sent = body === null || body === undefined ? [words.say('scimInbox.noBody')] : bodyLines(body)
  const lines = [
    fact(words.say('scimInbox.time'), exactTime(at)),
    fact(words.say('scimInbox.answer'), `${status}. ${words.say('scimInbox.took', { ms: tookMs })}`),
    ...refusedBecause(app, request),
    ...(ignored.length === 0 ? [] : [fact(words.say('scimInbox.ignored'), ignored.join(', '))]),
    fact(words.say('scimInbox.dialect'), words.say(`scimInbox.dialect.${dialect}`)),
    fact(words.say('scimInbox.token'), tokenName === '' ? beginning : `${tokenName} (${beginning}…)`),
    fact(words.say('scimInbox.requestID'), requestID),
    ...(query === null ? [] : [fact(words.say('scimInbox.query'), query)]),
    '',
    `${words.say('scimInbox.changed')}:`,
    ...doneBy(app, request).map((sentence) => `  ${sentence}`),
    '',
    `${words.say('scimInbox.body')}:`,
    words.say('scimInbox.redacted'),
    ...sent,
  ].map(neutralise)
  return textDialog(app, { title: neutralise(`${method} ${path}`), lines: () => lines })
}

const bodyLines = (body: unknown): readonly string[] =>
  JSON.stringify(body, null, 2)
    .split('\n')
    .map((line) => `  ${line}`)
