import {
  scimTokenDefaultDays,
  scimTokenLives,
  type CreatedScimToken,
  type ScimStore,
  type ScimToken,
} from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { pickDialog } from '../../../kit/terminal/dialogs/pick-dialog.tsx'
import { textDialog } from '../../../kit/terminal/dialogs/text-dialog.tsx'
import { typedDialog } from '../../../kit/terminal/dialogs/typed-dialog.tsx'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'

type Parts = {
  readonly store: ScimStore
  /** Reads the list again; `created` is the id of a new token. */
  readonly done: (created?: string) => Promise<void>
}

/** Asks for the name of a token, how long it is valid and whether it is a dry run, creates it, and shows it once. */
export function createToken(app: App, parts: Parts): void {
  const { words } = app
  const { typed, errors } = parts.store.getState()
  app.openDialog(
    typedDialog(app, {
      title: words.say('scimTokens.createTitle'),
      lines: [errors.name ?? words.say('scimTokens.nameHelp')],
      label: words.say('field.name'),
      action: words.text('Next'),
      start: typed.name,
      run: (name) => {
        parts.store.type({ name })
        chooseLife(app, parts)
      },
    }),
  )
}

function chooseLife(app: App, parts: Parts): void {
  const { words } = app
  const { store, done } = parts
  const lives = [false, true].flatMap((dryRun) => scimTokenLives.map((days) => ({ days, dryRun })))
  app.openDialog(
    pickDialog(app, {
      title: words.say('scimTokens.createTitle'),
      action: words.say('scimTokens.create'),
      items: lives.map(({ days, dryRun }, index) => ({
        id: String(index),
        label: words.say('scimTokens.days', { days }),
        ...(dryRun ? { note: words.say('scimTokens.dryRun'), help: words.say('scimTokens.dryRunHelp') } : { help: '' }),
      })),
      current: String(lives.findIndex(({ days }) => days === scimTokenDefaultDays)),
      pick: async ([index]) => {
        const chosen = lives[Number(index)]
        if (chosen === undefined) return
        app.closeDialog()
        store.type(chosen)
        const isCreated = await store.create()
        const { created, errors } = store.getState()
        // The name is taken, for example: it can be corrected.
        if (errors.name !== undefined) return createToken(app, parts)
        store.hide()
        await done(created?.id)
        if (isCreated && created !== undefined) showToken(app, created)
      },
    }),
  )
}

/** It is not kept: once the dialog is closed, the token can only be replaced. */
function showToken(app: App, { name, token }: CreatedScimToken): void {
  const { words } = app
  app.openDialog(
    textDialog(app, {
      title: words.say('scimTokens.created', { name: neutralise(name) }),
      lines: () => [words.say('scimTokens.once'), '', neutralise(token)],
      more: [
        copyBinding(app, {
          id: 'scim-token.copy',
          label: words.say('scimTokens.copy'),
          what: words.text('SCIM token'),
          text: token,
        }),
      ],
    }),
  )
}

/** Where a directory sends its requests. */
export function showBaseUrl(app: App, store: ScimStore): void {
  const { words } = app
  const text = store.getState().baseUrl
  app.openDialog(
    textDialog(app, {
      title: words.say('scim.baseUrl'),
      lines: () => [words.say('scim.baseUrlHelp'), '', neutralise(text)],
      more: [
        copyBinding(app, {
          id: 'scim.copy',
          label: words.say('scim.copyBaseUrl'),
          what: words.say('scim.baseUrl'),
          text,
        }),
      ],
    }),
  )
}

type Copied = { readonly id: string; readonly label: string; readonly what: string; readonly text: string }

function copyBinding(app: App, { id, label, what, text }: Copied): Binding {
  return {
    id,
    keys: ['c', 'y'],
    label,
    run: () => {
      app.copy(text)
      app.say(app.words.say('tui.copied', { what }))
    },
  }
}

/** Asks for the name of the token, and deletes it. */
export function askToDelete(app: App, { store, done }: Parts, token: ScimToken): void {
  const { words } = app
  const name = neutralise(token.name)
  app.openDialog(
    typedDialog(app, {
      title: words.text('SCIM token'),
      lines: [words.say('scimTokens.deleteAsk'), '', words.say('form.confirmName', { name })],
      label: words.say('field.name'),
      action: words.say('scimTokens.delete'),
      expected: name,
      run: async () => {
        app.closeDialog()
        await store.remove(token)
        await done()
      },
    }),
  )
}
