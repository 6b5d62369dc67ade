import { canSave, nameLengthMax, serviceAccountNoun } from '@portico/core'
import { useEffect, useState, type FormEvent } from 'react'
import { useStore } from 'zustand'

import { serviceAccountsPath } from '../../environments/admin-paths.ts'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { AdminWords } from '../../navigation/admin-words.tsx'
import { LeaveDialog } from '../../navigation/leave-dialog.tsx'
import { useGuard } from '../../navigation/use-guard.ts'
import { usePageTitle } from '../../navigation/use-page-title.ts'
import { useRefusalScreen } from '../../navigation/use-refusal-screen.ts'
import { useCore, useNavigator, useWords } from '../../portal/context.tsx'
import { useKeepTyped } from '../../sessions/use-keep-typed.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ChangeList } from '../../ui/change-list.tsx'
import { CopyableCode } from '../../ui/copyable-code.tsx'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { GoneDialog } from '../../ui/gone-dialog.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Pill } from '../../ui/pill.tsx'
import { StaleDialog } from '../../ui/stale-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AccountActions, useSaveReason } from '../account-actions.tsx'
import { AddApplication } from '../add-application.tsx'
import { ChangesPanel, useShownChanges } from '../changes-panel.tsx'
import { DependencyGrid } from '../dependency-grid.tsx'
import { createFormModel, type FormModel } from '../form-model.ts'
import { KeyBlock } from '../key-block.tsx'
import { newIdempotencyKey } from '../new-idempotency-key.ts'
import { useComplaint, useIsReadonly } from '../use-form-state.ts'
import styles from '../../ui/form-page.module.css'

type Properties = { readonly environmentId: string; readonly id: string | undefined }

/** Creates a service account, or edits the one with this id (spec section 2, "create/edit form"). */
export default function ServiceAccountForm(properties: Properties) {
  return (
    <AdminWords>
      <Form {...properties} />
    </AdminWords>
  )
}

function Form({ environmentId, id }: Properties) {
  const core = useCore()
  const words = useWords()
  const [model] = useState(() => createFormModel({ core, environmentId, id, idempotencyKey: newIdempotencyKey() }))
  const status = useStore(model.view, (view) => view.status)
  const name = useStore(model.form, (state) => state.fetched.values.name)
  const environments = useStore(core.environments, (state) => state.adminEnvironments)
  const isUnknown = environments !== undefined && !environments.some((one) => one.id === environmentId)
  const title = id === undefined ? words.say('serviceAccount.create') : name || serviceAccountNoun.label
  usePageTitle(title)
  useRefusalScreen()

  useEffect(() => {
    void core.environments.fetchAdmin()
    void model.load()
  }, [core, model])

  const listPath = serviceAccountsPath(environmentId)
  const back = (
    <ButtonLink look="primary" to={listPath}>
      {words.say('serviceAccount.toList')}
    </ButtonLink>
  )
  if (isUnknown) return <EmptyState message={words.say('environments.unknown')} action={back} />
  if (status === 'not-found') return <EmptyState message={words.say('serviceAccount.notFound')} action={back} />
  if (status === 'failed') return <LoadFailed onRetry={() => model.load()} />
  if (status === 'loading' || environments === undefined) return <Loading />
  return (
    <OpenForm key={model.environmentId} model={model} title={title} isCreation={id === undefined} listPath={listPath} />
  )
}

type OpenProperties = {
  readonly model: FormModel
  readonly title: string
  /** Created, one goes to the list, also where that took a second try; an edit stays (spec section 4). */
  readonly isCreation: boolean
  readonly listPath: string
}

function OpenForm({ model, title, isCreation, listPath }: OpenProperties) {
  const core = useCore()
  const words = useWords()
  const navigator = useNavigator()
  const isReadonly = useIsReadonly(model.environmentId)
  const state = useStore(model.form)
  const id = useStore(model.view, (view) => view.id)
  const note = useStore(model.view, (view) => view.note)
  const environmentName = useStore(
    core.environments,
    (all) => all.adminEnvironments?.find((one) => one.id === model.environmentId)?.name ?? '',
  )
  const [isDeleting, setDeleting] = useState(false)
  const reason = useSaveReason(model)
  const changes = useShownChanges(model)
  useGuard(model.guard)
  useKeepTyped(model)

  const save = async () => {
    const isNew = isCreation || model.view.getState().id === undefined
    if (!isReadonly && (await model.save()) && isNew) navigator.go(listPath)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <>
      <Breadcrumbs
        label={serviceAccountNoun.labelPlural}
        crumbs={[{ label: `${serviceAccountNoun.labelPlural}, ${environmentName}`, to: listPath }]}
      />
      <div className={styles['head']}>
        <h1 className={styles['title']} title={title}>
          {title}
        </h1>
        {isReadonly && <Pill tone="warning">{words.say('environments.readonly')}</Pill>}
        {id !== undefined && (
          <CopyableCode text={id} label={words.say('serviceAccount.copyId', { name: state.fetched.values.name })} />
        )}
      </div>
      {note !== undefined && (
        <output ref={scrollTo} className={styles['note']}>
          {words.say(note === 'readAgain' ? 'stale.done' : `form.${note}`)}
        </output>
      )}
      <form data-save-form="" noValidate onSubmit={submit} aria-label={title}>
        <div className={styles['columns']}>
          <div className={styles['fields']}>
            <NameField model={model} isReadonly={isReadonly} />
            <section aria-label={words.say('field.keys')}>
              <h2 className={styles['section']}>{words.say('field.keys')}</h2>
              <p className={styles['hint']}>{words.say('serviceAccount.keysHint')}</p>
              <div className={styles['keys']}>
                <KeyBlock model={model} slot="key1" isReadonly={isReadonly} />
                <KeyBlock model={model} slot="key2" isReadonly={isReadonly} />
              </div>
            </section>
            <section aria-labelledby="dependencies">
              <h2 id="dependencies" className={styles['section']}>
                {words.say('field.dependencies')}
              </h2>
              {!isReadonly && <AddApplication model={model} />}
              <DependencyComplaints />
              <DependencyGrid model={model} isReadonly={isReadonly} labelledBy="dependencies" />
            </section>
          </div>
          {!isReadonly && <ChangesPanel model={model} />}
        </div>
        <AccountActions model={model} isReadonly={isReadonly} onDelete={() => setDeleting(true)} />
      </form>
      <StaleDialog model={model} />
      <GoneDialog model={model} listPath={listPath} onSave={() => void save()} />
      <LeaveDialog canSave={canSave(state)} reason={canSave(state) ? undefined : reason}>
        <div className={styles['lost']}>
          <ChangeList changes={changes} />
        </div>
      </LeaveDialog>
      {isDeleting && (
        <DeleteDialog
          model={model}
          title={words.say('serviceAccount.deleteTitle', { name: state.fetched.values.name })}
          message={words.say('serviceAccount.deleteMessage')}
          name={state.fetched.values.name}
          onDeleted={() => navigator.go(listPath)}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}

/** What is said at the top of a long form is seen at once. */
function scrollTo(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' })
}

function NameField({ model, isReadonly }: { model: FormModel; isReadonly: boolean }) {
  const words = useWords()
  const name = useStore(model.form, (state) => state.values.name)
  return (
    <TextField
      label={words.say('field.name')}
      value={name}
      required
      readOnly={isReadonly}
      hint={words.say('serviceAccount.nameHint', { max: nameLengthMax })}
      error={useComplaint(model, 'name')}
      onChange={(value) => model.setField('name', value)}
      onBlur={() => model.visit('name')}
    />
  )
}

/** What the server says of applications: it names them by their place in the list. */
function DependencyComplaints() {
  const details = useStore(useCore().feedback, (state) => state.expected?.details)
  const told = (details ?? []).filter((detail) => detail.fieldID?.startsWith('dependencies'))
  return told.map((detail) => (
    <p key={`${detail.fieldID} ${detail.errorID}`} className={styles['complaint']}>
      {detail.errorMessage}
    </p>
  ))
}
