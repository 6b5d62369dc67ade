import {
  canSaveProvider,
  providerChanged,
  providerChangesOf,
  providerCommandOf,
  providerViolations,
  type IdentityProvider,
} from '@portico/core'
import { useState, type FormEvent } from 'react'
import { useStore } from 'zustand'

import { LeaveDialog } from '../navigation/leave-dialog.tsx'
import { useGuard } from '../navigation/use-guard.ts'
import { useNavigator, useWords } from '../portal/context.tsx'
import { useKeepTyped } from '../sessions/use-keep-typed.ts'
import { ChangeList } from '../ui/change-list.tsx'
import { ChangesAside } from '../ui/changes-aside.tsx'
import { DeleteDialog } from '../ui/delete-dialog.tsx'
import { FormActions } from '../ui/form-actions.tsx'
import formPage from '../ui/form-page.module.css'
import { GoneDialog } from '../ui/gone-dialog.tsx'
import { StaleDialog } from '../ui/stale-dialog.tsx'
import { settingsPath } from './admin-paths.ts'
import { ExtendDialog } from './extend-dialog.tsx'
import { FindingsPanel } from './findings-panel.tsx'
import { GuidePanel } from './guide-panel.tsx'
import { ImportPanel } from './import-panel.tsx'
import { OurValues } from './our-values.tsx'
import { ProviderFields } from './provider-fields.tsx'
import styles from './provider-form.module.css'
import type { ProviderModel } from './provider-model.ts'

type Properties = {
  readonly model: ProviderModel
  readonly title: string
  readonly onSaved?: (provider: IdentityProvider) => void
}

/** The configuration of a provider: what to do on both sides, every field, what a save changes and what will go wrong. */
export function ProviderPage({ model, title, onSaved }: Properties) {
  const words = useWords()
  const navigator = useNavigator()
  const state = useStore(model.form)
  const { note, isSaving, provider, extending } = useStore(model.view)
  const [isDeleting, setDeleting] = useState(false)
  const changes = providerChangesOf(state)
  const isSavable = canSaveProvider(state)
  const reason = useSaveReason(model)
  const isUnsigned = state.values['disableSignatureVerification'] === true
  const isYoung = provider === undefined || provider.suffixes.length + provider.prefixes.length === 0
  useGuard(model.guard)
  useKeepTyped(model)

  const save = () => void model.save().then((saved) => saved !== undefined && onSaved?.(saved))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <>
      {note !== undefined && <output className={formPage['note']}>{words.say(note)}</output>}
      {isUnsigned && (
        <p role="note" className={styles['standing']}>
          {words.say('idp.unsignedWarning')}
        </p>
      )}
      <div className={formPage['columns']}>
        <div className={styles['sections']}>
          {provider !== undefined && <OurValues provider={provider} isOpen={isYoung} />}
          <ImportPanel model={model} isOpen={provider === undefined} />
          <form data-save-form="" noValidate onSubmit={submit} aria-label={title}>
            <ProviderFields model={model} />
            <FormActions
              isEdit={state.pageType === 'EDIT'}
              isSavable={isSavable}
              hasChanges={providerChanged(state)}
              isSaving={isSaving}
              reason={reason}
              onDiscard={() => model.discard()}
              onDelete={provider?.primary ? undefined : () => setDeleting(true)}
            />
          </form>
        </div>
        <div className={styles['side']}>
          <ChangesAside
            changes={changes}
            command={isSavable ? providerCommandOf(state, provider?.id) : undefined}
            hint={changes.some(namesFile) ? words.say('idp.commandFiles') : undefined}
          />
          {provider === undefined && <GuidePanel type={model.type} isNew />}
          <FindingsPanel model={model} />
          {provider !== undefined && <GuidePanel type={model.type} isNew={false} />}
        </div>
      </div>
      <StaleDialog model={model} />
      <GoneDialog model={model} listPath={settingsPath('identity-providers')} onSave={save} />
      <LeaveDialog canSave={isSavable} reason={isSavable ? undefined : reason}>
        <div className={formPage['lost']}>
          <ChangeList changes={changes} />
        </div>
      </LeaveDialog>
      {/* Outside of the form: a dialog with a form of its own cannot stand in another one. */}
      {extending !== undefined && (
        <ExtendDialog model={model} fingerprint={extending} onClose={() => model.askToExtend(undefined)} />
      )}
      {isDeleting && (
        <DeleteDialog
          model={model}
          title={words.say('idp.deleteTitle', { name: state.fetched.name })}
          message={words.say('idp.deleteMessage')}
          name={state.fetched.name}
          onDeleted={() => navigator.go(settingsPath('identity-providers'))}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}

/** Fields whose value does not stand in the command. */
function namesFile({ field, added }: { field: string; added: readonly string[] }): boolean {
  return /certificate|secret/i.test(field) && !field.endsWith('On') && added.length > 0
}

/** Why Save is disabled, in one sentence; undefined where it is not. */
function useSaveReason(model: ProviderModel): string | undefined {
  const words = useWords()
  const state = useStore(model.form)
  if (canSaveProvider(state)) return undefined
  const [broken] = providerViolations(state)
  return broken === undefined ? words.say('form.unchanged') : (words.find(broken.errorID) ?? broken.errorID)
}
