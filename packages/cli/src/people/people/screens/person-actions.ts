import { canDeactivate, canReactivate, createPeople, type Person } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { choiceDialog } from '../../../kit/terminal/dialogs/choice-dialog.tsx'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import { personQuestions } from '../questions.ts'
import { filled } from '../../../kit/phrases/phrase.ts'

type Options = {
  readonly current: () => Person | undefined
  /** Why no person is selected. */
  readonly none: () => string
  /** After a change that was made. */
  readonly done: () => void | Promise<void>
}

/** Actions on a person. The server decides; what it would certainly refuse is explained before. */
export function personActions(app: App, { current, none, done }: Options): readonly Binding[] {
  const { words } = app
  const people = app.core.lazily(createPeople)
  const nobody = () => (current() === undefined ? none() : undefined)
  const isYou = () => current()?.id === app.core.launcher.getState().principal?.id
  const has = (may: (person: Person) => boolean) => () => {
    const person = current()
    return person !== undefined && may(person)
  }
  const [mayDeactivate, mayReactivate] = [has(canDeactivate), has(canReactivate)]

  const change = (kind: 'signOut' | 'deactivate' | 'reactivate') => async () => {
    const person = current()
    if (person === undefined) return
    if (await people[kind](person)) await done()
  }

  const ask = (kind: 'signOut' | 'deactivate', key: string) => () => {
    const person = current()
    if (person === undefined) return
    const { name, username } = person
    app.openDialog(
      choiceDialog(app, {
        title: neutralise(filled(personQuestions[kind](person), words.text)),
        lines: () => [neutralise(words.say(`people.${kind}.ask`, { name, username }))],
        choices: [
          { key: 'c', label: words.say('form.cancel'), run: () => app.closeDialog() },
          {
            key,
            label: words.say(`people.${kind}`),
            run: () => {
              app.closeDialog()
              return change(kind)()
            },
          },
        ],
        cancel: () => app.closeDialog(),
      }),
    )
  }

  return [
    {
      id: 'person.sign-out',
      keys: ['x'],
      label: words.say('people.signOut'),
      refused: () => nobody() ?? app.tenantRefusal(),
      run: ask('signOut', 'x'),
    },
    {
      id: 'person.deactivate',
      keys: ['d'],
      label: words.say('people.deactivate'),
      refused: () =>
        nobody() ??
        (isYou() ? words.say('OWN_ACCOUNT') : undefined) ??
        (mayDeactivate() ? app.tenantRefusal() : words.say('people.isDeactivated', { name: current()?.name ?? '' })),
      run: ask('deactivate', 'd'),
      hint: mayDeactivate() && !isYou(),
    },
    {
      id: 'person.reactivate',
      keys: ['r'],
      label: words.say('people.reactivate'),
      refused: () =>
        nobody() ??
        (current()?.active === true ? words.say('people.isActive', { name: current()?.name ?? '' }) : undefined) ??
        (mayReactivate() ? app.tenantRefusal() : words.say('people.foreignUsername')),
      run: change('reactivate'),
      hint: mayReactivate(),
    },
  ]
}
