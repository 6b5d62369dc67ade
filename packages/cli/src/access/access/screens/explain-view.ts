import {
  applicationList,
  createAccessExplainer,
  explainedAccessNoun,
  type AdminEnvironment,
  type Application,
  type ExplainedAccess,
} from '@portico/core'
import { createStore } from 'zustand/vanilla'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import type { ExplainPlace } from '../../../kit/terminal/app/place.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { pickDialog } from '../../../kit/terminal/dialogs/pick-dialog.tsx'
import { typedDialog } from '../../../kit/terminal/dialogs/typed-dialog.tsx'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import type { PageLine } from '../../../kit/terminal/page/page-line.ts'
import { pageView } from '../../../kit/terminal/page/page-view.tsx'
import { explainLines } from './explain-lines.ts'

type Opened = { readonly answer: ExplainedAccess | 'not-found' | 'failed' | undefined }

/** Why a person can or cannot open an application, as `explain` prints it; without one, everything they can open. */
export function explainView(app: App, place: ExplainPlace): View {
  const { words, core } = app
  const { user, environment, application } = place
  const explainer = core.lazily(createAccessExplainer)
  const store = createStore<Opened>(() => ({ answer: undefined }))
  const answer = () => {
    const { answer: opened } = store.getState()
    return typeof opened === 'object' ? opened : undefined
  }
  const username = () => answer()?.person?.username ?? answer()?.username ?? place.name ?? user
  const ask = (wanted: Partial<ExplainPlace>) => app.replace({ ...place, ...wanted })

  return pageView(app, {
    name: 'explain',
    stores: [store, core.environments],
    lines,
    crumbs: () =>
      [app.words.text(explainedAccessNoun.labelPlural), username(), environment?.name, application?.label].flatMap(
        (part) => (part === undefined || part === '' ? [] : [neutralise(part)]),
      ),
    command: () =>
      commandText([
        'explain',
        username() || 'USERNAME',
        ...(application === undefined ? [] : ['--app', application.label]),
        ...(environment === undefined ? [] : ['--env', environment.name]),
      ]),
    webPath: () => {
      const asked = Object.entries({ user, env: environment?.id ?? '', app: application?.id ?? '' })
      const query = new URLSearchParams(asked.filter(([, value]) => value !== ''))
      return `/portal/admin/people/explain${query.size === 0 ? '' : `?${query}`}`
    },
    open,
    bindings,
  })

  async function open(): Promise<void> {
    if (user === '') return askUsername()
    const [found] = await Promise.all([
      explainer.explain({ user, environment: environment?.id ?? null, application: application?.id ?? null }),
      core.environments.getState().adminEnvironments === undefined ? core.environments.fetchAdmin() : undefined,
    ])
    store.setState({ answer: found ?? 'failed' })
  }

  function lines(): readonly PageLine[] {
    const { answer: opened } = store.getState()
    if (user === '') return [{ text: words.say('USERNAME_REQUIRED'), look: 'dim' }]
    if (opened === undefined) return [{ text: words.say('banner.loading'), look: 'dim' }]
    if (opened === 'failed') return [{ text: words.say('error.notLoaded.title') }]
    if (opened === 'not-found') return [{ text: words.text('There is no such environment or application.') }]
    return explainLines(opened, words)
  }

  function bindings(): readonly Binding[] {
    const person = answer()?.person ?? undefined
    return [
      { id: 'explain.user', keys: ['enter', 'u'], label: 'Another username', run: askUsername },
      { id: 'explain.application', keys: ['a'], label: 'Application', run: pickApplication },
      { id: 'explain.environment', keys: ['e'], label: 'Environment', run: pickEnvironment },
      {
        id: 'explain.person',
        keys: ['p'],
        label: 'Person',
        refused: () => (person === undefined ? 'The person is not known.' : undefined),
        run: () => person && app.go({ view: 'person', id: person.id }),
      },
      { id: 'explain.back', keys: ['esc'], label: 'Back', run: () => app.move('back') },
    ]
  }

  function askUsername(): void {
    app.openDialog(
      typedDialog(app, {
        title: 'Explain the access of',
        lines: ['You can also enter a username that has never signed in.'],
        label: words.say('field.username'),
        action: 'Explain',
        run: (typed) => {
          if (typed === '') return app.say(words.say('USERNAME_REQUIRED'))
          app.closeDialog()
          const { name: _name, ...rest } = place
          app.replace({ ...rest, user: typed })
        },
      }),
    )
  }

  function pickEnvironment(): void {
    const rows = core.environments.getState().adminEnvironments ?? []
    app.openDialog(
      pickDialog(app, {
        title: 'Environment',
        action: 'Explain',
        items: [
          { id: '', label: words.text('All environments') },
          ...rows.map(({ id, name, type }) => ({ id, label: neutralise(name), note: type })),
        ],
        pick: ([id]) => {
          app.closeDialog()
          const row = rows.find((one) => one.id === id)
          ask({ environment: row && { id: row.id, name: row.name } })
        },
      }),
    )
  }

  async function pickApplication(): Promise<void> {
    const rows = await applicationsIn(core.environments.getState().adminEnvironments ?? [])
    if (rows === undefined) return
    app.openDialog(
      pickDialog(app, {
        title: 'Application',
        action: 'Explain',
        items: [
          { id: '', label: words.text('All applications') },
          ...rows.map(({ id, label }) => ({ id, label: neutralise(label) })),
        ],
        pick: ([id]) => {
          app.closeDialog()
          const row = rows.find((one) => one.id === id)
          ask({ application: row && { id: row.id, label: row.label } })
        },
      }),
    )
  }

  /** Applications of the environment asked about, else of any; undefined: a failure was reported. */
  async function applicationsIn(all: readonly AdminEnvironment[]): Promise<readonly Application[] | undefined> {
    const ids = environment === undefined ? all.map(({ id }) => id) : [environment.id]
    const found = new Map<string, Application>()
    for (const scope of ids) {
      const request = { scope, search: '', sort: '', filter: {}, cursor: undefined, limit: 1000 } as const
      const page = await applicationList.fetchPage(core, request)
      if (!page.ok) {
        core.feedback.reportLoad(page.problem)
        return undefined
      }
      for (const one of page.value.rows) found.set(one.id, one)
    }
    return [...found.values()]
  }
}
