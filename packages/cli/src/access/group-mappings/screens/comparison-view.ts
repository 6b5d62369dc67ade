import {
  createMappingComparisons,
  createPromotion,
  mappingName,
  mappingNoun,
  type Mapping,
  type MappingComparison,
  type MappingPlan,
  type MappingStep,
} from '@portico/core'
import { createStore } from 'zustand/vanilla'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import type { EnvironmentPlace } from '../../../kit/terminal/app/place.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { textDialog } from '../../../kit/terminal/dialogs/text-dialog.tsx'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import { differenceLine, type PageLine } from '../../../kit/terminal/page/page-line.ts'
import { pageView } from '../../../kit/terminal/page/page-view.tsx'

type ComparisonPlace = Extract<EnvironmentPlace, { view: 'comparison' }>
type State = {
  readonly comparison: MappingComparison | undefined
  readonly steps: readonly MappingStep[]
  readonly isReading: boolean
}

/**
 * The mappings of another environment, `from`, compared with those of the chosen one, as a plan that gives the chosen one
 * the groups of the other. `:write` unlocks the environment that would change.
 */
export function comparisonView(app: App, { environmentId, from: fromId }: ComparisonPlace): View {
  const { core, words } = app
  const { environments } = core
  const store = createStore<State>(() => ({ comparison: undefined, steps: [], isReading: true }))
  let plan: MappingPlan | undefined
  const nameOf = (id: string) => app.environment(id)?.name ?? id
  const names = () => ({ from: nameOf(fromId), to: nameOf(environmentId) })

  async function open(): Promise<void> {
    store.setState({ isReading: true })
    if (environments.getState().adminEnvironments === undefined) await environments.fetchAdmin()
    const comparison = await core.lazily(createMappingComparisons).compare(fromId, environmentId)
    const to = app.environment(environmentId)
    if (comparison !== undefined && to !== undefined) {
      plan = createPromotion(core, to, comparison)
      plan.subscribe(({ steps }) => store.setState({ steps }))
      store.setState({ comparison, steps: plan.getState().steps })
    }
    store.setState({ isReading: false })
  }

  const planned = () => store.getState().steps.filter(({ state }) => state !== 'saved')

  function askToPromote(): void {
    const count = planned().length
    app.openDialog(
      textDialog(app, {
        title: words.say('promote.go', { count }),
        lines: () =>
          [
            words.say('promote.ask', { count, ...names() }),
            words.say('promote.lead', names()),
            '',
            ...planned().flatMap(stepTexts),
          ].map(neutralise),
        confirm: {
          id: 'promotion.go',
          keys: ['enter', 's'],
          label: words.say('promote.go', { count }),
          run: async () => {
            app.closeDialog()
            await plan?.apply()
          },
        },
      }),
    )
  }

  function lines(): readonly PageLine[] {
    const { comparison, steps, isReading } = store.getState()
    if (comparison === undefined)
      return [{ text: words.say(isReading ? 'banner.loading' : 'error.notLoaded.title'), look: 'dim' }]
    const { different, onlyFrom, onlyTo, sameCount } = comparison
    const counts = { different: different.length, onlyFrom: onlyFrom.length, onlyTo: onlyTo.length, same: sameCount }
    const list = (rows: readonly Mapping[]) => ({ ...names(), names: rows.map(mappingName).join(', ') })
    return [
      { text: words.say('compare.summary', { ...counts, ...names() }) },
      ...(steps.length === 0 ? [{ text: words.say('promote.nothing', names()) }] : []),
      ...steps.flatMap((step): readonly PageLine[] => [
        { text: '' },
        ...stepTexts(step).map(stepLine),
        ...stateOf(step),
      ]),
      ...(onlyFrom.length === 0 ? [] : [{ text: '' }, { text: words.say('promote.missing', list(onlyFrom)) }]),
      ...(onlyTo.length === 0 ? [] : [{ text: '' }, { text: words.say('promote.kept', list(onlyTo)) }]),
    ]
  }

  function stateOf({ mapping, state, reason = '' }: MappingStep): readonly PageLine[] {
    const name = mappingName(mapping)
    if (state === 'planned') return []
    if (state === 'saved') return [{ text: words.say('mapping.saved'), look: 'good' }]
    return [{ text: words.say(`plan.${state}`, { name, reason }), look: 'bad' }]
  }

  const bindings = (): readonly Binding[] => [
    {
      id: 'promotion.review',
      keys: ['s'],
      label: words.say('promote.review', { count: planned().length }),
      refused: () => (planned().length === 0 ? words.say('promote.nothing', names()) : app.writeRefusal(environmentId)),
      run: askToPromote,
    },
    {
      id: 'promotion.read-again',
      keys: ['r'],
      label: words.say('plan.readAgain'),
      refused: () =>
        planned().some(({ state }) => state === 'stale') ? undefined : 'Nothing here was changed meanwhile.',
      run: () => plan?.readAgain(),
    },
    {
      id: 'comparison.swap',
      keys: ['x'],
      label: 'Other way round',
      run: () => app.replace({ view: 'comparison', environmentId: fromId, from: environmentId }),
    },
    {
      id: 'comparison.back',
      keys: ['esc'],
      label: 'Back',
      run: () => app.go({ view: 'mappings', environmentId }),
    },
  ]

  return pageView(app, {
    name: 'comparison',
    stores: [store, environments],
    lines: () => lines().map((line) => ({ ...line, text: neutralise(line.text) })),
    bindings,
    crumbs: () => [nameOf(environmentId), app.words.text(mappingNoun.labelPlural), words.say('promote.title', names())],
    command: () => commandText(['mapping', 'promote', '--env', nameOf(fromId), '--to', nameOf(environmentId)]),
    webPath: () =>
      `/portal/admin/environment-settings/${encodeURIComponent(fromId)}/roles-and-groups?${new URLSearchParams({ view: 'compare', to: environmentId })}`,
    open,
  })
}

/** `Billing: Reader`, then the groups that come and go. */
function stepTexts({ mapping, added, removed }: MappingStep): readonly string[] {
  return [mappingName(mapping), ...removed.map(({ name }) => `- ${name}`), ...added.map(({ name }) => `+ ${name}`)]
}

function stepLine(text: string, at: number): PageLine {
  return at === 0 ? { text, look: 'title' } : differenceLine(text)
}
