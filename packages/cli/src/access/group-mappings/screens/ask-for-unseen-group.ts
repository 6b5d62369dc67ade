import { createGroups, type IdentityProvider } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import { pickDialog } from '../../../kit/terminal/dialogs/pick-dialog.tsx'
import { typedDialog } from '../../../kit/terminal/dialogs/typed-dialog.tsx'
import { groupRowId } from './mapping-rows.ts'
import type { MappingForm } from './mapping-form.ts'
import { providersOf } from './providers-of.ts'

type Provider = Pick<IdentityProvider, 'id' | 'name' | 'type'>

/** Asks at which provider, and then for the name of a group that no sign-in has named; it is added to the mapping. */
export async function askForUnseenGroup(form: MappingForm, start: string): Promise<void> {
  const { app } = form
  const providers = await providersOf(app)
  const [first] = providers ?? []
  if (providers === undefined || first === undefined) return
  if (providers.length === 1) return askForName(form, first, start)
  app.openDialog(
    pickDialog(app, {
      title: app.words.say('groups.provider'),
      action: 'Choose',
      items: providers.map(({ id, name }) => ({ id, label: neutralise(name) })),
      pick: ([id]) => {
        const provider = providers.find((one) => one.id === id)
        if (provider !== undefined) askForName(form, provider, start)
      },
    }),
  )
}

function askForName({ app, editor, cursor }: MappingForm, { id: idp, name, type }: Provider, start: string): void {
  const { words, core } = app
  const isAzure = type === 'AAD2'
  app.openDialog(
    typedDialog(app, {
      title: app.words.say('tui.groupOf', { name: neutralise(name) }),
      lines: [isAzure ? words.say('GROUP_OBJECT_ID') : words.say('mapping.unseen')],
      label: isAzure ? 'Object ID' : words.say('field.name'),
      action: words.say('formats.add'),
      start,
      run: async (typed) => {
        const { group, sentence } = await core.lazily(createGroups).add(idp, typed)
        if (sentence !== undefined) return app.say(sentence)
        app.closeDialog()
        if (group === undefined) return
        const mapped = { ...group, idp, idpName: name }
        editor.replace([...editor.getState().form.groups, mapped])
        cursor.moveTo(groupRowId(mapped))
      },
    }),
  )
}
