import {
  createSupportAccessEditor,
  createSupportSessions,
  fieldOf,
  listOf,
  savedSentence,
  supportAccessNoun,
  supportSessionList,
  supportSessionNoun,
  type SupportSession,
  type Words,
} from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { choiceDialog } from '../../../kit/terminal/dialogs/choice-dialog.tsx'
import { questionDialog } from '../../../kit/terminal/dialogs/question-dialog.ts'
import { changeLines } from '../../../kit/terminal/editing/change-lines.ts'
import { saveNow, tellRefusal } from '../../../kit/terminal/editing/save-editor.ts'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import type { ListCursor } from '../../../kit/terminal/list/list-cursor.ts'
import type { Column } from '../../../kit/terminal/list/list-sort.ts'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'

/** Whether support users of the vendor may enter the tenant, and those who are or were here. */
export function supportAccessList(app: App): View {
  const { words, core } = app
  const list = listOf(core, supportSessionList)
  const editor = createSupportAccessEditor(core, { lock: () => app.tenantRefusal() })
  const saving = { app, editor, toList: () => undefined }

  return nounListView(app, {
    noun: supportSessionNoun,
    list,
    stores: [editor],
    columns: (width) => columns(words, width),
    about: () => {
      const { status, stored } = editor.getState()
      return status === 'ready' && stored !== undefined
        ? [
            words.say(savedSentence(stored)),
            ...(stored.allowProsAccess ? [words.say('supportAccess.allowHint')] : []),
          ].join(' ')
        : ''
    },
    empty: () => words.say('supportSession.none'),
    crumbs: () => [words.text(supportAccessNoun.label)],
    command: () => ['support-access', 'sessions'],
    webPath: () => '/portal/admin/global-settings/security-settings',
    opened: () => editor.load(),
    bindings: (cursor) => [...switches(), ...rowBindings(cursor)],
  })

  function switches(): readonly Binding[] {
    const { allowProsAccess, allowProsChange } = editor.getState().form
    const refused = () =>
      editor.getState().status === 'ready' ? app.tenantRefusal() : words.say('error.notLoaded.title')
    const set = (access: boolean, change: boolean) => () => {
      editor.allow(access, change)
      askToSave()
    }
    return [
      {
        id: 'support-access.turn',
        keys: ['s'],
        label: allowProsAccess ? 'Deny access' : 'Allow access',
        refused,
        run: set(!allowProsAccess, false),
      },
      {
        id: 'support-access.change',
        keys: ['w'],
        label: allowProsChange ? 'Deny changes' : 'Allow changes',
        refused: () => refused() ?? (allowProsAccess ? undefined : words.say('supportAccess.saved.off')),
        run: set(true, !allowProsChange),
      },
    ]
  }

  function askToSave(): void {
    if (editor.saveRefusal() !== undefined) return tellRefusal(saving)
    const cancel = () => {
      app.closeDialog()
      editor.discard()
    }
    app.openDialog(
      choiceDialog(app, {
        title: 'Save these changes?',
        lines: () => changeLines(editor),
        choices: [
          { key: 'c', label: words.say('form.cancel'), run: cancel },
          {
            key: 's',
            label: words.say('form.save'),
            run: async () => {
              app.closeDialog()
              await saveNow(saving)
              if (editor.hasChanges()) editor.discard()
              await list.refreshQuietly()
            },
          },
        ],
        cancel,
      }),
    )
  }

  function rowBindings(cursor: ListCursor<SupportSession>): readonly Binding[] {
    const none = () => (cursor.current() === undefined ? words.say('supportSession.none') : undefined)
    return [
      {
        id: 'support-session.transcript',
        keys: ['enter', 'e'],
        label: words.say('supportSession.transcript'),
        refused: none,
        run() {
          const row = cursor.current()
          if (row !== undefined) app.go({ view: 'support-transcript', id: row.id, name: row.name })
        },
      },
      {
        id: 'support-session.end',
        keys: ['d'],
        label: words.say('supportSession.end'),
        refused: () =>
          none() ??
          (cursor.current()?.end === null ? undefined : words.say('supportSession.ended')) ??
          app.tenantRefusal(),
        run() {
          const row = cursor.current()
          if (row === undefined) return
          app.openDialog(
            questionDialog(app, {
              title: words.say('supportSession.endNamed', { name: neutralise(row.name) }),
              lines: () => [neutralise(words.say('supportSession.who', row)), neutralise(row.reason)],
              action: words.say('supportSession.end'),
              run: async () => {
                await core.lazily(createSupportSessions).end(row.id)
                await list.refreshQuietly()
              },
            }),
          )
        },
      },
    ]
  }
}

function columns(words: Words, width: number): readonly Column<SupportSession>[] {
  const own = (...names: readonly string[]) => names.flatMap((name) => fieldOf(supportSessionNoun, name) ?? [])
  const state: Column<SupportSession> = {
    name: 'state',
    label: 'State',
    kind: 'text',
    summary: 'Until when it runs, or how it ended',
    value: ({ end, until, mayChange }) => {
      if (end !== null) return words.say(`supportSession.how.${end.how}`, { by: end.by ?? '' })
      const time = new Intl.DateTimeFormat(words.locale, { timeStyle: 'short' }).format(new Date(until))
      return words.say(mayChange ? 'supportSession.runsChange' : 'supportSession.runs', { until: time })
    },
  }
  return width < 90
    ? [...own('name', 'since'), state, ...own('reason')]
    : [...own('name', 'vendor', 'since'), state, ...own('reason')]
}
