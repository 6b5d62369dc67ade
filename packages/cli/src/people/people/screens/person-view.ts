import { createPeople, personNoun, type PersonDetail } from '@portico/core'
import { createStore } from 'zustand/vanilla'

import { exactTime } from '../../../kit/output/cell.ts'
import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import { isFirstLevel } from '../../../kit/terminal/app/place.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { pickDialog } from '../../../kit/terminal/dialogs/pick-dialog.tsx'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import type { PageLine } from '../../../kit/terminal/page/page-line.ts'
import { pageView } from '../../../kit/terminal/page/page-view.tsx'
import { personActions } from './person-actions.ts'
import { personLines } from './person-lines.ts'

type Opened = { readonly person: PersonDetail | 'not-found' | 'failed' | undefined }

/** One person: facts, groups, roles, applications, sessions and last sign-ins. */
export function personView(app: App, id: string): View {
  const { words } = app
  const people = app.core.lazily(createPeople)
  const store = createStore<Opened>(() => ({ person: undefined }))
  const person = () => {
    const { person: opened } = store.getState()
    return typeof opened === 'object' ? opened : undefined
  }
  const open = async () => store.setState({ person: (await people.open(id)) ?? 'failed' })

  return pageView(app, {
    name: 'person',
    stores: [store],
    lines,
    crumbs: () =>
      [app.words.text(personNoun.labelPlural), neutralise(person()?.name ?? '')].filter((part) => part !== ''),
    command: () => commandText(['person', 'get', person()?.username ?? id]),
    webPath: () => `/portal/admin/people/${encodeURIComponent(id)}`,
    open,
    bindings,
  })

  function lines(): readonly PageLine[] {
    const { person: opened } = store.getState()
    if (opened === undefined) return [{ text: words.say('banner.loading'), look: 'dim' }]
    if (opened === 'failed') return [{ text: words.say('error.notLoaded.title') }]
    if (opened === 'not-found') return [{ text: words.say('people.notFound') }]
    return personLines(opened, words)
  }

  function bindings(): readonly Binding[] {
    const none = () => (person() === undefined ? words.say('people.notFound') : undefined)
    return [
      ...personActions(app, { current: person, none: () => words.say('people.notFound'), done: open }),
      {
        id: 'person.explain',
        keys: ['e'],
        label: 'Explain access',
        refused: none,
        run: () => app.go({ view: 'explain', user: id, name: person()?.username }),
      },
      {
        id: 'person.sign-ins',
        keys: ['c'],
        label: words.say('people.signIns'),
        refused: () => none() ?? (person()?.signIns.length === 0 ? words.say('people.noSignIns') : undefined),
        run: pickSignIn,
      },
      {
        id: 'person.provider',
        keys: ['p'],
        label: words.say('groups.provider'),
        refused: none,
        run: () => app.go({ view: 'identity-provider', id: person()?.identityProvider.id ?? '' }),
      },
      { id: 'person.back', keys: ['esc'], label: 'Back', run: back },
    ]
  }

  /** To the list that the person was opened from, such as those who never signed in, or else to the people. */
  function back(): void {
    const before = app.placeBefore()
    if (before === undefined || isFirstLevel(before)) app.replace({ view: 'people' })
    else app.move('back')
  }

  function pickSignIn(): void {
    const rows = person()?.signIns ?? []
    app.openDialog(
      pickDialog(app, {
        title: words.say('people.signIns'),
        action: 'Open',
        items: rows.map(({ code, at, outcome, failure }) => ({
          id: code,
          label: `${code}  ${exactTime(at)}`,
          note: neutralise(failure ?? words.say(`signIns.${outcome}`)),
        })),
        pick: ([code = '']) => {
          app.closeDialog()
          app.go({ view: 'sign-in', code })
        },
      }),
    )
  }
}
