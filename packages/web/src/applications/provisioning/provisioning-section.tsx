import {
  adminMessages,
  clientMessages,
  createProvisioningEditor,
  listOf,
  provisioningBehindList,
  provisioningFields,
  provisioningRemovals,
  takeoverList,
  type AdminEnvironment,
  type Application,
  type ProvisioningEditor,
  type ProvisioningField,
} from '@portico/core'
import { useEditor, useProblem } from '@portico/core/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

import { ObjectHistory } from '../../tenant/audit/object-history.tsx'
import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { applicationsPath } from '../../kit/navigation/paths.ts'
import { LearnedWords } from '../../kit/navigation/learned-words.tsx'
import { Changeable } from '../../kit/editing/changeable.tsx'
import { EditorForm, EditorFrame } from '../../kit/editing/editor-frame.tsx'
import { ChangesAside } from '../../kit/editing/changes-aside.tsx'
import { Checkbox } from '../../kit/ui/checkbox.tsx'
import { EmptyState } from '../../kit/ui/empty-state.tsx'
import formPage from '../../kit/ui/form-page.module.css'
import { Loading } from '../../kit/ui/loading.tsx'
import { NativeSelect } from '../../kit/ui/native-select.tsx'
import { saveForm } from '../../kit/ui/save-form.ts'
import { TextField } from '../../kit/ui/text-field.tsx'
import { BehindSection } from './behind-section.tsx'
import { ConnectionTest } from './connection-test.tsx'
import { ProgressSection } from './progress-section.tsx'
import { ProvisioningNews } from './provisioning-news.tsx'
import styles from './provisioning.module.css'
import { TakeoverSection } from './takeover-section.tsx'

const catalogues = { admin: adminMessages, 'of-clients': clientMessages }
const refreshEveryMs = 5_000

type Properties = { readonly environment: AdminEnvironment; readonly application: Application }

/** Tab Provisioning of an application: how people are sent to it, how far that is, and what is behind. */
export default function ProvisioningSection(properties: Properties) {
  return (
    <LearnedWords of={catalogues} before={<Loading />}>
      <Section {...properties} />
    </LearnedWords>
  )
}

function Section({ environment, application }: Properties) {
  const core = useCore()
  const words = useWords()
  const [editor] = useState(() => createProvisioningEditor(core, { environment, application }, { retry: saveForm }))
  useEffect(() => {
    const behind = listOf(core, provisioningBehindList)
    const takeovers = listOf(core, takeoverList)
    const timer = setInterval(() => {
      if (document.hidden) return
      void editor.refreshQuietly()
      if (behind.getState().held !== undefined) void behind.refreshQuietly()
      const isTaking = (editor.getState().stored?.takeovers ?? 0) > 0 || takeovers.getState().total > 0
      if (takeovers.getState().held !== undefined && isTaking) void takeovers.refreshQuietly()
    }, refreshEveryMs)
    return () => clearInterval(timer)
  }, [core, editor])
  return (
    <div className={styles['page']}>
      <div>
        <EditorFrame editor={editor} notFound={<EmptyState message={words.say('application.notFound')} />}>
          <Parts editor={editor} environment={environment} application={application} />
        </EditorFrame>
      </div>
      <ObjectHistory of={{ kind: 'application', id: application.id }} />
    </div>
  )
}

type PartProperties = Properties & { readonly editor: ProvisioningEditor }

function Parts({ editor, environment, application }: PartProperties) {
  const { stored } = useEditor(editor)
  const parts = useRef<HTMLDivElement>(null)
  const isSending = stored?.config != null
  const wasSending = useRef(isSending)
  // The button that stopped it is gone, and the nearest control is the end of an empty form: to its beginning.
  useLayoutEffect(() => {
    const isFocusLost = wasSending.current && !isSending && document.activeElement === document.body
    wasSending.current = isSending
    if (isFocusLost) parts.current?.querySelector('input')?.focus()
  }, [isSending])
  return (
    <div ref={parts} className={formPage['parts']}>
      <Changeable never>
        <Form editor={editor} environment={environment} application={application} />
      </Changeable>
      {stored?.config != null && (
        <>
          <ProvisioningNews stored={stored} />
          <ProgressSection editor={editor} stored={stored} environment={environment} application={application} />
          <TakeoverSection environment={environment} application={application} />
          <BehindSection environment={environment} application={application} />
        </>
      )}
    </div>
  )
}

function Form({ editor, environment, application }: PartProperties) {
  const words = useWords()
  return (
    <div className={formPage['columns']}>
      <div className={formPage['fields']}>
        <p className={formPage['lead']}>{words.say('provisioning.lead')}</p>
        <EditorForm
          editor={editor}
          label={words.say('provisioning.title')}
          listPath={applicationsPath(environment.id, application.id)}
          buttons={<ConnectionTest editor={editor} readOnly={environment.readonly ?? false} />}
        >
          {provisioningFields.map(({ name }) => (
            <Field key={name} editor={editor} name={name} readOnly={environment.readonly ?? false} />
          ))}
        </EditorForm>
      </div>
      <ChangesAside editor={editor} />
    </div>
  )
}

type FieldProperties = {
  readonly editor: ProvisioningEditor
  readonly name: ProvisioningField
  readonly readOnly: boolean
}

/** Its label and its hint are sentences named after it. */
function Field({ editor, name, readOnly }: FieldProperties) {
  const words = useWords()
  const { form, stored } = useEditor(editor)
  const { values } = form
  const error = useProblem(editor, name)
  const label = words.say(`provisioning.${name}`)
  const shared = { label, hint: words.find(`provisioning.hint.${name}`), error }
  if (name === 'removal')
    return (
      <NativeSelect
        {...shared}
        value={values.removal}
        options={provisioningRemovals.map((one) => ({ value: one, label: words.say(`provisioning.removal.${one}`) }))}
        disabled={readOnly}
        onChange={(value) => editor.set({ removal: provisioningRemovals.find((one) => one === value) ?? 'deactivate' })}
      />
    )
  if (name === 'sendGroups' || name === 'anyEmail' || name === 'enabled')
    return (
      <Checkbox
        {...shared}
        isChecked={values[name]}
        disabled={readOnly}
        onChange={(isOn) => editor.set({ [name]: isOn })}
      />
    )
  const isToken = name === 'bearerToken'
  return (
    <TextField
      {...shared}
      {...(isToken && stored?.config != null && { hint: words.say('provisioning.tokenKept') })}
      dir="ltr"
      type={isToken ? 'password' : 'url'}
      autoComplete={isToken ? 'new-password' : 'off'}
      value={values[name]}
      readOnly={readOnly}
      onChange={(text) => editor.set({ [name]: text })}
      onBlur={() => editor.visit(name)}
    />
  )
}
