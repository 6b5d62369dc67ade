import { confirmWithinChoices, identityProviderNoun, providerDraftOf } from '@portico/core'
import { createStore } from 'zustand/vanilla'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { choiceDialog } from '../../../kit/terminal/dialogs/choice-dialog.tsx'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import { pageView } from '../../../kit/terminal/page/page-view.tsx'
import { draftLines } from './draft-lines.ts'

const pollMs = 1000
/** Seconds between two readings of whether a change was confirmed. */
const readEverySecs = 5

/** Tests the draft of a provider by a real login, then keeps or reverts it (spec section 4). */
export function draftView(app: App, id: string): View {
  const { words } = app
  const draft = providerDraftOf(app.core, id)
  const provider = () => draft.getState().provider
  /** Seconds that a change has waited here for its confirmation: each draws the countdown again. */
  const waited = createStore(() => 0)
  /** A browser shows the page of the test login that was started here. */
  let hasPage = false
  let timer: ReturnType<typeof setInterval> | undefined
  const name = () => neutralise(provider()?.name ?? identityProviderNoun.label)
  const view = pageView(app, {
    name: 'draft',
    stores: [draft, waited],
    lines: () => draftLines(draft, words, hasPage),
    crumbs: () => [app.words.text(identityProviderNoun.labelPlural), name(), words.say('draft.title')],
    command: () => commandText(['idp', provider()?.draft?.proven === true ? 'keep' : 'test', provider()?.name ?? id]),
    webPath: () => `/portal/admin/global-settings/identity-providers/${encodeURIComponent(id)}/configuration`,
    open: async () => {
      timer ??= setInterval(() => void second().catch(app.crashed), pollMs)
      await draft.read()
    },
    bindings,
  })
  return { ...view, close: () => clearInterval(timer) }

  /** Draws the countdown again, and now and then reads what may have ended it. */
  async function second(): Promise<void> {
    await draft.tick()
    if (provider()?.live?.unconfirmed == null) return
    waited.setState((seconds) => seconds + 1, true)
    if (waited.getState() % readEverySecs === 0) await draft.watch()
  }

  /** The next of the times to confirm; after the last one the changes stay. */
  function chooseNextTime(): void {
    const choices = [undefined, ...confirmWithinChoices]
    const at = choices.findIndex((secs) => secs === draft.getState().confirmWithinSecs)
    draft.chooseTime(choices[(at + 1) % choices.length])
  }

  async function test(): Promise<void> {
    const url = await draft.start()
    if (url === undefined) return
    hasPage = app.openUrl(url)
    if (!hasPage) app.say(words.say('draft.waitingAddress'))
  }

  function askToRevert(): void {
    app.openDialog(
      choiceDialog(app, {
        title: words.say('draft.revertTitle', { name: neutralise(provider()?.live?.name ?? provider()?.name ?? '') }),
        lines: () => [words.say(provider()?.live == null ? 'draft.removeMessage' : 'draft.revertMessage')],
        choices: [
          { key: 'n', label: words.say('form.cancel'), run: () => app.closeDialog() },
          {
            key: 'y',
            label: words.say('draft.revert'),
            run: async () => {
              app.closeDialog()
              if ((await draft.revert()) === 'removed') app.replace({ view: 'identity-providers' })
            },
          },
        ],
        cancel: () => app.closeDialog(),
      }),
    )
  }

  function bindings(): readonly Binding[] {
    const noDraft = () => (provider()?.draft == null ? words.say('IDP_NO_DRAFT') : undefined)
    return [
      { id: 'draft.test', keys: ['t'], label: words.say('draft.test'), refused: () => draft.testRefusal(), run: test },
      {
        id: 'draft.fresh',
        keys: ['f'],
        label: words.say('draft.fresh'),
        hint: false,
        run: () => draft.chooseFresh(!draft.getState().isFresh),
      },
      {
        id: 'draft.confirm',
        keys: [' ', 'x'],
        label: 'Tick the box',
        refused: () => noDraft() ?? (draft.canConfirm() ? undefined : draft.keepRefusal()),
        run: () => draft.confirm(!draft.getState().isConfirmed),
      },
      {
        id: 'draft.keep',
        keys: ['s'],
        label: words.say('draft.keep'),
        refused: () => app.tenantRefusal() ?? draft.keepRefusal(),
        run: async () => void (await draft.keep()),
      },
      {
        id: 'draft.revert',
        keys: ['z'],
        label: words.say('draft.revert'),
        refused: () => app.tenantRefusal() ?? noDraft(),
        run: askToRevert,
      },
      {
        id: 'draft.time',
        keys: ['w'],
        label: words.say('draft.time'),
        hint: false,
        refused: () => noDraft() ?? (provider()?.live === null ? words.say('IDP_CONFIRM_NEW') : undefined),
        run: chooseNextTime,
      },
      {
        id: 'draft.revert-now',
        keys: ['u'],
        label: words.say('draft.revertNow'),
        hint: draft.pending() !== undefined,
        refused: () =>
          app.tenantRefusal() ?? (draft.pending() === undefined ? words.say('IDP_NOTHING_UNCONFIRMED') : undefined),
        run: async () => void (await draft.revertNow()),
      },
      {
        id: 'draft.copy',
        keys: ['c'],
        label: words.say('draft.copyAddress'),
        // The address is longer than most windows are wide, and broken into lines it cannot be selected.
        hint: draft.stage() === 'waiting',
        refused: () => (draft.stage() === 'waiting' ? undefined : 'There is no address to open now.'),
        run: () => {
          const url = draft.getState().test?.url ?? ''
          app.copy(url)
          app.say(app.words.say('tui.copied', { what: url }))
        },
      },
      {
        id: 'draft.back',
        keys: ['esc'],
        label: 'Configuration',
        run: () => app.replace({ view: 'identity-provider', id }),
      },
    ]
  }
}
