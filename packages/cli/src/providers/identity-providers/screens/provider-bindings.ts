import { signInNoun } from '@portico/core'

import type { Place } from '../../../kit/terminal/app/place.ts'
import { askAboutConflict } from '../../../kit/terminal/editing/ask-about-conflict.ts'
import { requestSave, saveNow } from '../../../kit/terminal/editing/save-editor.ts'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import { goToFiltered } from '../../../kit/terminal/list/noun-list-view.tsx'
import { extensionRefusal, requestExtension } from './request-extension.ts'
import { editItem, forgetRefusal, requestCertificateFile, toggleForget } from './edit-field.ts'
import { deleteProviderDialog, deleteRefusal } from './delete-provider.ts'
import { requestGuide } from './guide-dialog.ts'
import { requestImport } from './import-metadata.ts'
import { requestPreview } from './preview-dialog.ts'
import { requestCheck } from './request-check.ts'
import type { ConfigurationForm } from './configuration-form.ts'

/** Keys of the configuration: while a field is edited, only those that end editing; otherwise movement and actions. */
export function providerBindings(model: ConfigurationForm): readonly Binding[] {
  const { editor, cursor } = model
  if (editor.getState().status !== 'ready') return [toList(model)]
  return cursor.field() === undefined ? actingBindings(model) : cursor.editBindings(save(model, ['ctrl-s']))
}

function actingBindings(model: ConfigurationForm): readonly Binding[] {
  const { app, editor, cursor } = model
  const isNew = editor.getState().id === undefined
  const row = cursor.current()
  const field = model.configField()
  const locked = () => app.tenantRefusal()
  const label =
    row?.kind === 'action'
      ? 'Show'
      : row?.id === 'enabled' || field?.kind === 'flag'
        ? 'Switch'
        : field?.kind === 'choice'
          ? 'Choose'
          : 'Edit'
  return [
    {
      id: 'form.edit',
      keys: ['enter', 'e', ' '],
      label,
      refused: row?.kind === 'action' ? undefined : locked,
      run: () => editItem(model),
    },
    ...ofField(model, locked),
    save(model, ['s', 'ctrl-s']),
    { id: 'form.import', keys: ['m'], label: 'Import', refused: locked, run: () => requestImport(model) },
    { id: 'provider.lint', keys: ['l'], label: app.words.say('tui.check'), run: () => requestCheck(model) },
    ...(isNew ? [] : ofSaved(model, locked)),
    { id: 'provider.guide', keys: ['v'], label: 'Guide', run: () => guide(model) },
    ...cursor.moveBindings(),
    toList(model),
  ]
}

function ofField(model: ConfigurationForm, locked: () => string | undefined): readonly Binding[] {
  const { app, editor } = model
  const field = model.configField()
  if (field === undefined || field.kind === 'flag' || field.kind === 'choice') return []
  const edited = (editor.getState().form.secrets[field.name]?.do ?? 'keep') !== 'keep'
  const clear: Binding = {
    id: 'form.clear',
    keys: ['x'],
    label: field.kind === 'secret' ? (edited ? 'Keep the stored one' : 'Forget it') : 'Clear',
    refused: () => locked() ?? (field.kind === 'secret' && !edited ? forgetRefusal(model, field) : undefined),
    run: () => (field.kind === 'secret' ? toggleForget(model, field) : editor.setField(field.name, '')),
  }
  if (field.kind === 'transforms' && editor.getState().id !== undefined)
    return [{ id: 'transforms.preview', keys: ['p'], label: 'Preview', run: () => void requestPreview(model) }, clear]
  if (field.kind !== 'certificate') return [clear]
  const facts = editor.getState().stored?.certificates.find(({ slot }) => field.name.endsWith(String(slot)))
  return [
    {
      id: 'form.file',
      keys: ['f'],
      label: 'From file',
      refused: locked,
      run: () => requestCertificateFile(model, field),
    },
    clear,
    {
      id: 'certificate.extend',
      keys: ['h'],
      label: '72 more hours',
      refused: () => locked() ?? extensionRefusal(app, facts),
      run: () => {
        const { stored: provider } = editor.getState()
        if (provider !== undefined && facts !== undefined)
          requestExtension(app, { ...facts, idp: provider.id, idpName: provider.name }, async () => {
            await editor.refresh()
          })
      },
    },
  ]
}

function ofSaved(model: ConfigurationForm, locked: () => string | undefined): readonly Binding[] {
  const { app, editor, saving, cursor } = model
  const { stored: provider } = editor.getState()
  return [
    {
      id: 'provider.formats',
      keys: ['t', 'right'],
      label: 'Formats',
      run: () => provider && goOn(model, { view: 'username-formats', id: provider.id }),
    },
    {
      id: 'provider.draft',
      keys: ['T'],
      label: app.words.say('draft.title'),
      run: () => provider && app.go({ view: 'provider-draft', id: provider.id }),
    },
    {
      id: 'provider.scim',
      keys: ['u'],
      label: 'SCIM',
      run: () => provider && goOn(model, { view: 'scim', id: provider.id }),
    },
    {
      id: 'provider.sign-ins',
      keys: ['r'],
      label: app.words.say('idp.recentSignIns'),
      run: () => provider && goToFiltered(app, { view: 'sign-ins' }, signInNoun, { idp: provider.id }),
      hint: false,
    },
    {
      id: 'form.discard',
      keys: ['z'],
      label: app.words.say('form.discard'),
      refused: () => (editor.hasChanges() ? undefined : app.words.say('form.unchanged')),
      run: () => {
        cursor.stop()
        editor.discard()
      },
    },
    {
      id: 'form.delete',
      keys: ['d'],
      label: app.words.say('form.delete'),
      refused: () => locked() ?? deleteRefusal(app, provider),
      run: () => {
        if (provider === undefined) return
        app.openDialog(
          deleteProviderDialog(app, provider.name, async () => {
            if (await editor.remove()) saving.toList()
            else askAboutConflict(saving, () => saveNow(saving))
          }),
        )
      },
    },
    {
      id: 'form.copy-id',
      keys: ['i'],
      label: 'Copy id',
      run: () => {
        app.copy(provider?.id ?? '')
        app.say(`${app.words.say('serviceAccount.copied')}: ${provider?.id ?? ''}`)
      },
      hint: false,
    },
  ]
}

function guide(model: ConfigurationForm): Promise<void> | void {
  const { app, editor } = model
  const { stored: provider } = editor.getState()
  if (provider === undefined) return requestGuide(model)
  app.go({ view: 'provider-values', id: provider.id })
}

/** Enabled even with violations: pressing it then reports them. */
function save(model: ConfigurationForm, keys: readonly string[]): Binding {
  return {
    id: 'form.save',
    keys,
    label: model.app.words.say('form.save'),
    refused: () => model.app.tenantRefusal(),
    run: () => requestSave(model.saving),
  }
}

/** The tabs of a provider share one history entry; leaving unsaved changes asks first. */
function goOn(model: ConfigurationForm, place: Place): void {
  if (model.editor.hasChanges()) model.app.go(place)
  else model.app.replace(place)
}

function toList(model: ConfigurationForm): Binding {
  return {
    id: 'form.back',
    keys: ['esc'],
    label: 'Back',
    run: () => goOn(model, { view: 'identity-providers' }),
  }
}
