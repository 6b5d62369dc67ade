import { configFieldsOf, fileBytesMax, isRequired, type ConfigField } from '@portico/core'

import { pickDialog } from '../../../kit/terminal/dialogs/pick-dialog.tsx'
import { uploadDialog } from '../../../kit/terminal/dialogs/upload-dialog.ts'
import type { ConfigurationForm } from './configuration-form.ts'

/** Enter on the row under the cursor: toggle, choose or type. */
export function editItem(model: ConfigurationForm): void {
  const { cursor, editor } = model
  const row = cursor.current()
  const { form } = editor.getState()
  if (row === undefined) return
  if (row.id === 'more') return toggleMore(model)
  if (row.id === 'enabled') return editor.setEnabled(!form.enabled)
  const field = model.configField()
  if (field?.kind === 'flag') return editor.setField(field.name, form.values[field.name] !== true)
  if (field?.kind === 'choice') return choose(model, field)
  cursor.edit()
}

/** Shows the hidden rows and moves the cursor to the first of them. */
function toggleMore(model: ConfigurationForm): void {
  const { view, cursor } = model
  const { showsMore } = view.getState()
  view.setState({ showsMore: !showsMore })
  const first = configFieldsOf(model.editor.getState().form.type).find(({ common }) => common !== true)
  if (!showsMore && first !== undefined) cursor.moveTo(first.name)
}

function choose(model: ConfigurationForm, field: ConfigField): void {
  const { app, editor } = model
  const present = editor.getState().form.values[field.name]
  app.openDialog(
    pickDialog(app, {
      title: app.words.text(field.label),
      action: 'Take it',
      items: (field.choices ?? []).map(({ value, label }) => ({
        id: value,
        label: app.words.text(label),
        note: value === present ? app.words.text('(as it is now)') : undefined,
      })),
      pick: ([value]) => {
        app.closeDialog()
        if (value !== undefined) editor.setField(field.name, value)
      },
    }),
  )
}

/** Why a stored secret cannot be removed. */
export function forgetRefusal(model: ConfigurationForm, field: ConfigField): string | undefined {
  const { form: state } = model.editor.getState()
  const { name, label } = field
  const { words } = model.app
  if (state.fetched.stored.includes(name) !== true) return model.app.words.say('secret.none')
  return isRequired(field, state.values) ? words.say('tui.secretNeeded', { name: words.text(label) }) : undefined
}

/** Toggles removal of the stored secret; typed text is discarded. */
export function toggleForget(model: ConfigurationForm, { name }: ConfigField): void {
  const edit = model.editor.getState().form.secrets[name] ?? { do: 'keep' }
  model.editor.setSecret(name, edit.do === 'keep' ? { do: 'forget' } : { do: 'keep' })
}

export function requestCertificateFile({ app, editor }: ConfigurationForm, field: ConfigField): void {
  app.openDialog(
    uploadDialog(app, {
      title: app.words.say('certificate.uploadTo', { field: app.words.text(field.label) }),
      help: app.words.say('certificate.uploadHelp', { max: fileBytesMax }),
      upload: editor.uploadCertificate(field.name),
    }),
  )
}
