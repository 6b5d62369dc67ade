import {
  createSessionEnding,
  deviceText,
  fieldOf,
  listOf,
  openSessionNoun,
  sessionList as listedSessions,
} from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { choiceDialog } from '../../../kit/terminal/dialogs/choice-dialog.tsx'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'

const narrow = ['device', 'lastUsedAt', 'isThis']
const wide = ['device', 'address', 'environment', 'beganAt', 'lastUsedAt', 'isThis']
const named = (names: readonly string[]) => names.flatMap((name) => fieldOf(openSessionNoun, name) ?? [])

/** The person's own sessions, in browsers and on the command line, as on the portal's page. */
export function sessionList(app: App): View {
  const { words } = app
  const list = listOf(app.core, listedSessions)
  const ending = () => app.core.lazily(createSessionEnding)
  const others = () => (list.getState().held ?? []).filter(({ isThis }) => !isThis)
  return nounListView(app, {
    noun: openSessionNoun,
    columns: (width) => named(width < 90 ? narrow : wide),
    list,
    empty: () => 'There is no session.',
    crumbs: () => [words.say('sessions.title')],
    command: () => ['session', 'list'],
    webPath: () => '/portal/sessions',
    bindings: (cursor) => [
      {
        id: 'session.end',
        keys: ['d'],
        label: words.say('sessions.end'),
        refused() {
          const row = cursor.current()
          if (row === undefined) return 'No session is selected.'
          return row.isThis ? 'This is the session of this terminal. `portico logout` ends it.' : undefined
        },
        run() {
          const row = cursor.current()
          if (row === undefined) return
          const message = words.say('sessions.endMessage', { device: deviceText(row) })
          ask(app, { title: words.say('sessions.endTitle'), message, does: words.say('sessions.end') }, () =>
            ending().end(row),
          )
        },
      },
      {
        id: 'session.end-others',
        keys: ['D'],
        label: words.say('sessions.endOthers'),
        refused: () => (others().length === 0 ? 'There is no other session.' : undefined),
        run() {
          const does = words.say('sessions.endOthers')
          const message = words.say('sessions.endOthersMessage', { count: others().length })
          ask(app, { title: does, message, does }, () => ending().endOthers())
        },
      },
    ],
  })
}

type Question = { readonly title: string; readonly message: string; readonly does: string }

function ask(app: App, { title, message, does }: Question, run: () => Promise<void>): void {
  app.openDialog(
    choiceDialog(app, {
      title,
      lines: () => [neutralise(message)],
      choices: [
        { key: 'c', label: app.words.say('form.cancel'), run: () => app.closeDialog() },
        {
          key: 'e',
          label: does,
          run: async () => {
            app.closeDialog()
            await run()
          },
        },
      ],
      cancel: () => app.closeDialog(),
    }),
  )
}
