import {
  createServiceAccountEditor,
  createServiceAccounts,
  keyFields,
  lineFields,
  serviceAccountNoun,
  type LineField,
  type ServiceAccountEditor,
  type Words,
} from '@portico/core'
import { useEditor, useProblem } from '@portico/core/react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { ObjectHistory } from '../../../tenant/audit/object-history.tsx'
import { environmentSettingsPath, serviceAccountsPath } from '../../../kit/navigation/paths.ts'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { AdminWords } from '../../../kit/navigation/admin-words.tsx'
import { Opening } from '../../../kit/navigation/opening.tsx'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { useCore, useIsSupport, useWords } from '../../../kit/context/portal-context.tsx'
import { ButtonLink } from '../../../kit/ui/button.tsx'
import { Lockable } from '../../../kit/editing/changeable.tsx'
import { ChangesAside } from '../../../kit/editing/changes-aside.tsx'
import { CopyableCode } from '../../../kit/ui/copyable-code.tsx'
import { EditorForm } from '../../../kit/editing/editor-frame.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import { Loading } from '../../../kit/ui/loading.tsx'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { Pill } from '../../../kit/ui/pill.tsx'
import { saveForm } from '../../../kit/ui/save-form.ts'
import { TextField } from '../../../kit/ui/text-field.tsx'
import { AddApplication } from '../add-application.tsx'
import { DependencyGrid } from '../dependency-grid.tsx'
import { KeyBlock } from '../key-block.tsx'
import styles from '../../../kit/ui/form-page.module.css'

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
  const [editor] = useState(() =>
    createServiceAccountEditor(core, { environmentId, id, readsRoles: true, retry: saveForm }),
  )
  const { status, form } = useEditor(editor)
  const { name } = form.fetched.values
  const environments = useStore(core.environments, (state) => state.adminEnvironments)
  const isUnknown = environments !== undefined && !environments.some((one) => one.id === environmentId)
  const title = id === undefined ? words.say('serviceAccount.create') : name || serviceAccountNoun.label
  usePageTitle(title)
  useRefusalScreen()

  useEffect(() => {
    void core.environments.fetchAdmin()
    void editor.load()
  }, [core, editor])

  const listPath = serviceAccountsPath(environmentId)
  const back = (
    <ButtonLink look="primary" to={isUnknown ? environmentSettingsPath() : listPath}>
      {words.say('serviceAccount.toList')}
    </ButtonLink>
  )
  const parents = parentsOf(environments?.find((one) => one.id === environmentId)?.name, listPath, words)
  if (isUnknown || status === 'not-found')
    return (
      <PageFrame title={title} {...(isUnknown ? {} : { parents })}>
        <EmptyState message={words.say(isUnknown ? 'environments.unknown' : 'serviceAccount.notFound')} action={back} />
      </PageFrame>
    )
  if (status === 'failed') return <LoadFailed onRetry={() => editor.load()} />
  if (status === 'loading' || environments === undefined)
    return id === undefined ? (
      <Opening />
    ) : (
      <PageFrame title={title} parents={parents}>
        <Loading shape="form" />
      </PageFrame>
    )
  return <OpenForm key={environmentId} editor={editor} title={title} listPath={listPath} />
}

function parentsOf(environmentName: string | undefined, to: string, words: Words) {
  const label = words.text(serviceAccountNoun.labelPlural)
  return { label, crumbs: [{ label: environmentName ? `${label}, ${environmentName}` : label, to }] }
}

type OpenProperties = {
  readonly editor: ServiceAccountEditor
  readonly title: string
  readonly listPath: string
}

function OpenForm({ editor, title, listPath }: OpenProperties) {
  const core = useCore()
  const words = useWords()
  const { id, form, note } = useEditor(editor)
  const { name } = form.fetched.values
  const environmentName = useStore(
    core.environments,
    (all) => all.adminEnvironments?.find((one) => one.id === editor.environmentId)?.name ?? '',
  )
  // Read-only comes from the environment and from the list: re-render when the list's flag changes.
  useStore(core.lazily(createServiceAccounts), (state) => state.readonly)
  const isSupport = useIsSupport()
  const isReadonly = editor.isReadonly() || isSupport
  return (
    <PageFrame
      title={title}
      parents={parentsOf(environmentName, listPath, words)}
      status={
        <>
          {isReadonly && <Pill tone="warning">{words.say('environments.readonly')}</Pill>}
          {id !== undefined && <CopyableCode text={id} label={words.say('serviceAccount.copyId', { name })} />}
        </>
      }
    >
      {note !== undefined && (
        <output ref={scrollTo} className={styles['note']}>
          {words.say(note)}
        </output>
      )}
      <div className={styles['columns']}>
        <Lockable never>
          <EditorForm
            editor={editor}
            label={title}
            listPath={listPath}
            deletion={{
              title: words.say('serviceAccount.deleteTitle', { name }),
              message: words.say('serviceAccount.deleteMessage'),
              name,
            }}
          >
            {lineFields.map((field) => (
              <LineInput key={field.name} editor={editor} field={field} isReadonly={isReadonly} />
            ))}
            <section aria-label={words.say('field.keys')}>
              <h2 className={styles['section']}>{words.say('field.keys')}</h2>
              <p className={styles['hint']}>{words.say('serviceAccount.keysHint')}</p>
              <div className={styles['keys']}>
                {keyFields.map((field) => (
                  <KeyBlock key={field.name} editor={editor} field={field} isReadonly={isReadonly} />
                ))}
              </div>
            </section>
            <section aria-labelledby="dependencies">
              <h2 id="dependencies" className={styles['section']}>
                {words.say('field.dependencies')}
              </h2>
              {!isReadonly && <AddApplication editor={editor} />}
              <DependencyProblems />
              <DependencyGrid editor={editor} isReadonly={isReadonly} labelledBy="dependencies" />
            </section>
          </EditorForm>
        </Lockable>
        <Changes editor={editor} />
      </div>
      {id !== undefined && <ObjectHistory of={{ kind: 'service-account', id }} onReverted={() => void editor.load()} />}
    </PageFrame>
  )
}

/** Scrolls a message at the top of a long form into view. */
function scrollTo(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' })
}

type LineProperties = {
  readonly editor: ServiceAccountEditor
  readonly field: LineField
  readonly isReadonly: boolean
}

function LineInput({ editor, field: { name, label, help, required }, isReadonly }: LineProperties) {
  const words = useWords()
  const { values } = useEditor(editor).form
  return (
    <TextField
      label={words.say(label)}
      value={values[name]}
      required={required}
      readOnly={isReadonly}
      hint={help && words.say(help)}
      error={useProblem(editor, name)}
      onChange={(value) => editor.setField(name, value)}
      onBlur={() => editor.visit(name)}
    />
  )
}

/** The server's problems with dependencies, which it identifies by list index. */
function DependencyProblems() {
  const details = useStore(useCore().feedback, (state) => state.expected?.details)
  const told = (details ?? []).filter((detail) => detail.fieldID?.startsWith('dependencies'))
  return told.map((detail) => (
    <p key={`${detail.fieldID} ${detail.errorID}`} className={styles['problem']}>
      {detail.errorMessage}
    </p>
  ))
}

/** The command reads new keys from files. */
function Changes({ editor }: { editor: ServiceAccountEditor }) {
  const words = useWords()
  useEditor(editor)
  const namesFile = editor.changes().some(({ field, added }) => field.startsWith('key') && added.length > 0)
  return (
    <ChangesAside editor={editor} commandWhen="savable" hint={namesFile ? words.say('form.commandFiles') : undefined} />
  )
}
