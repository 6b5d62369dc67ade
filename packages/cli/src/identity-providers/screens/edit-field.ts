import { configFieldsOf, isRequired, type ConfigField } from '@portico/core'

import { pickDialog } from '../../terminal/dialogs/pick-dialog.tsx'
import { typedDialog } from '../../terminal/dialogs/typed-dialog.tsx'
import { certificateFromFile } from './certificate-from-file.ts'
import type { ProviderModel } from './provider-model.ts'

/** What Enter does on the row under the cursor: switch, choose among a few, or type. */
export function editItem(model: ProviderModel): void {
  const { cursor } = model
  const form = model.form()
  const row = cursor.current()
  if (form === undefined || row === undefined) return
  if (row.id === 'more') return toggleMore(model)
  if (row.id === 'enabled') return form.setEnabled(!form.getState().enabled)
  const field = model.configField()
  if (field?.kind === 'flag') return form.setField(field.name, form.getState().values[field.name] !== true)
  if (field?.kind === 'choice') return choose(model, field)
  cursor.edit()
}

/** What was hidden is what one wants to see: the cursor goes to the first of it. */
function toggleMore(model: ProviderModel): void {
  const { view, cursor } = model
  const { showsMore } = view.getState()
  view.setState({ showsMore: !showsMore })
  const first = configFieldsOf(model.type()).find(({ common }) => common !== true)
  if (!showsMore && first !== undefined) cursor.moveTo(first.name)
}

function choose(model: ProviderModel, field: ConfigField): void {
  const { app } = model
  const form = model.form()
  const present = form?.getState().values[field.name]
  app.openDialog(
    pickDialog(app, {
      title: field.label,
      action: 'Take it',
      items: (field.choices ?? []).map(({ value, label }) => ({
        id: value,
        label,
        note: value === present ? '(as it is now)' : undefined,
      })),
      pick: ([value]) => {
        app.closeDialog()
        if (value !== undefined) form?.setField(field.name, value)
      },
    }),
  )
}

/** Why a stored secret cannot be forgotten. */
export function forgetRefusal(model: ProviderModel, field: ConfigField): string | undefined {
  const state = model.form()?.getState()
  const { name, label } = field
  if (state?.fetched.stored.includes(name) !== true) return model.app.words.say('secret.none')
  return isRequired(field, state.values) ? `${label} is needed to sign people in: replace it with Enter.` : undefined
}

/** Write-only: what is stored is forgotten, or kept after all; what was typed here is thrown away. */
export function toggleForget(model: ProviderModel, { name }: ConfigField): void {
  const form = model.form()
  const edit = form?.getState().secrets[name] ?? { do: 'keep' }
  form?.setSecret(name, edit.do === 'keep' ? { do: 'forget' } : { do: 'keep' })
}

export function requestCertificateFile(model: ProviderModel, field: ConfigField): void {
  const { app } = model
  app.openDialog(
    typedDialog(app, {
      title: `${field.label} from a file`,
      lines: ['A certificate in PEM or DER format. It goes into the form; nothing is saved yet.'],
      label: app.words.say('field.file'),
      action: 'Read it',
      run: async (path) => {
        const read = await certificateFromFile(app, path)
        if (!read.ok) return app.say(read.message)
        model.form()?.setField(field.name, read.pem)
        app.closeDialog()
      },
    }),
  )
}
