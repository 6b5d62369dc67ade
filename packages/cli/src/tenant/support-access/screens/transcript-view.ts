import { createSupportTranscript, requestInWords, supportAccessNoun } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import { exactTime } from '../../../kit/output/cell.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import type { PageLine } from '../../../kit/terminal/page/page-line.ts'
import { pageView } from '../../../kit/terminal/page/page-view.tsx'

/** The requests of one support session, the oldest first. */
export function transcriptView(app: App, { id, name }: { readonly id: string; readonly name: string }): View {
  const { words } = app
  const store = createSupportTranscript(app.core, id)
  const sentences = {
    loading: 'banner.loading',
    failed: 'error.notLoaded.title',
    'not-found': 'supportSession.unknown',
    ready: 'supportSession.noRequests',
  } as const
  const lines = (): readonly PageLine[] => {
    const { status, requests } = store.getState()
    if (requests.length === 0) return [{ text: words.say(sentences[status]), look: 'dim' }]
    return requests.flatMap((request): readonly PageLine[] => [
      {
        text: neutralise(`${exactTime(request.at)}  ${requestInWords(request, words)}`),
        ...(request.method === 'GET' ? {} : { look: 'warn' as const }),
      },
      { text: neutralise(`  ${request.status} ${request.method} ${request.path} ${request.requestId}`), look: 'dim' },
    ])
  }
  return pageView(app, {
    name: 'support transcript',
    stores: [store],
    lines,
    crumbs: () => [words.text(supportAccessNoun.label), neutralise(name), words.say('supportSession.transcript')],
    command: () => commandText(['support-access', 'transcript', id]),
    webPath: () => `/portal/admin/global-settings/security-settings?${new URLSearchParams({ transcript: id })}`,
    open: async () => {
      if (store.getState().requests.length === 0) await store.more()
    },
    bindings: () => [
      {
        id: 'support-transcript.more',
        keys: ['m'],
        label: words.say('supportSession.moreRequests'),
        refused: () => (store.getState().hasNext ? undefined : words.say('supportSession.noMoreRequests')),
        run: () => store.more(),
      },
      { id: 'support-transcript.back', keys: ['esc'], label: 'Back', run: () => app.move('back') },
    ],
  })
}
