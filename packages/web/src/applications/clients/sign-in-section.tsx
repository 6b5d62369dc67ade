import {
  adminMessages,
  clientMessages,
  createClientEditor,
  shownClientFields,
  type AdminEnvironment,
  type Application,
  type ApplicationSignIn,
  type ClientEditor,
  type ClientField,
} from '@portico/core'
import { useEditor, useProblem } from '@portico/core/react'
import { Fragment, useRef, useState } from 'react'

import { ObjectHistory } from '../../tenant/audit/object-history.tsx'
import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { applicationsPath } from '../../kit/navigation/paths.ts'
import { LearnedWords } from '../../kit/navigation/learned-words.tsx'
import { Changeable } from '../../kit/editing/changeable.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { ChangesAside } from '../../kit/editing/changes-aside.tsx'
import { Checkbox } from '../../kit/ui/checkbox.tsx'
import { CopyableCode } from '../../kit/ui/copyable-code.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import { EditorForm, EditorFrame } from '../../kit/editing/editor-frame.tsx'
import { EmptyState } from '../../kit/ui/empty-state.tsx'
import { Facts } from '../../kit/ui/facts.tsx'
import formPage from '../../kit/ui/form-page.module.css'
import { Loading } from '../../kit/ui/loading.tsx'
import { NativeSelect } from '../../kit/ui/native-select.tsx'
import { saveForm } from '../../kit/ui/save-form.ts'
import { TextArea } from '../../kit/ui/text-area.tsx'
import { TextField } from '../../kit/ui/text-field.tsx'
import { MetadataPanel } from './metadata-panel.tsx'

const catalogues = { admin: adminMessages, 'of-clients': clientMessages }

type Properties = { readonly environment: AdminEnvironment; readonly application: Application }

/** Tab Single sign-on of an application: how it signs people in, and what is entered there. */
export default function SignInSection(properties: Properties) {
  return (
    <LearnedWords of={catalogues} before={<Loading />}>
      <Section {...properties} />
    </LearnedWords>
  )
}

function Section({ environment, application }: Properties) {
  const core = useCore()
  const words = useWords()
  const [editor] = useState(() => createClientEditor(core, { environment, application }, { retry: saveForm }))
  return (
    <>
      <EditorFrame editor={editor} notFound={<EmptyState message={words.say('application.notFound')} />}>
        <Changeable never>
          <Form editor={editor} environment={environment} application={application} />
        </Changeable>
      </EditorFrame>
      <ObjectHistory of={{ kind: 'application', id: application.id }} />
    </>
  )
}

function Form({ editor, environment, application }: Properties & { readonly editor: ClientEditor }) {
  const words = useWords()
  const { form, stored } = useEditor(editor)
  const warning = editor.warning()
  const isRemoving = form.values.protocol === 'none' && stored?.config != null
  return (
    <div className={formPage['columns']}>
      <div className={formPage['fields']}>
        <p className={formPage['lead']}>{words.say('clients.lead')}</p>
        <EditorForm
          editor={editor}
          label={words.say('clients.title')}
          listPath={applicationsPath(environment.id, application.id)}
        >
          {shownClientFields(form.values).map((field) => (
            <Fragment key={field.name}>
              <Field editor={editor} field={field} readOnly={environment.readonly} />
              {field.name === 'protocol' && form.values.protocol === 'saml' && !environment.readonly && (
                <MetadataPanel editor={editor} />
              )}
            </Fragment>
          ))}
          {warning !== undefined && <p role="alert">{warning}</p>}
          {isRemoving && <p role="alert">{words.say('clients.removeHint')}</p>}
        </EditorForm>
        {stored?.config != null && <Registered editor={editor} signIn={stored} readOnly={environment.readonly} />}
      </div>
      <ChangesAside editor={editor} />
    </div>
  )
}

type FieldProperties = {
  readonly editor: ClientEditor
  readonly field: ClientField
  readonly readOnly: boolean | undefined
}

/** By the kind of the field; its label and its hint are sentences named after it. */
function Field({ editor, field, readOnly = false }: FieldProperties) {
  const words = useWords()
  const { name, kind } = field
  const value = useEditor(editor).form.values[name]
  const error = useProblem(editor, name)
  const label = words.say(`clients.${name}`)
  const hint = words.find(`clients.hint.${name}`)
  const shared = { label, hint, error }
  const set = (text: string) => editor.set({ [name]: text })
  const visit = () => editor.visit(name)
  if (kind === 'choice')
    return (
      <NativeSelect
        {...shared}
        value={value}
        options={field.choices.map((one) => ({ value: one, label: words.find(`clients.${name}.${one}`) ?? one }))}
        disabled={readOnly}
        onChange={set}
      />
    )
  if (kind === 'switch')
    return (
      <Checkbox {...shared} isChecked={value === 'on'} disabled={readOnly} onChange={(isOn) => set(isOn ? 'on' : '')} />
    )
  if (kind === 'line')
    return <TextField {...shared} dir="ltr" value={value} readOnly={readOnly} onChange={set} onBlur={visit} />
  return (
    <TextArea
      {...shared}
      dir="ltr"
      rows={kind === 'pems' ? 6 : 3}
      value={value}
      readOnly={readOnly}
      onChange={set}
      onBlur={visit}
    />
  )
}

type RegisteredProperties = {
  readonly editor: ClientEditor
  readonly signIn: ApplicationSignIn
  readonly readOnly: boolean | undefined
}

/** What is entered at the application, and its secret. */
function Registered({ editor, signIn, readOnly }: RegisteredProperties) {
  const words = useWords()
  const { config, clientId, provider } = signIn
  const values =
    config?.protocol === 'saml'
      ? ([
          ['clients.our.metadata', provider.samlEntityId],
          ['clients.our.entityId', provider.samlEntityId],
          ['clients.our.sso', provider.samlSsoUrl],
          ['clients.our.slo', provider.samlSloUrl],
        ] as const)
      : ([
          ['clients.our.clientId', clientId ?? ''],
          ['clients.our.issuer', provider.issuer],
          ['clients.our.discovery', provider.discoveryUrl],
        ] as const)
  const date = new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'medium' })
  return (
    <section className={formPage['fields']} aria-labelledby="our-values">
      <div>
        <h2 id="our-values">{words.say('clients.our')}</h2>
        <p className={formPage['lead']}>{words.say('clients.ourLead')}</p>
      </div>
      <Facts
        facts={[
          ...values.map(([id, value]) => {
            const label = words.say(id)
            return { label, value: <CopyableCode text={value} label={words.say('clients.copy', { what: label })} /> }
          }),
          ...signIn.certificates.map(({ subject, notAfter }) => ({
            label: words.say('clients.certificate'),
            value: `${subject ?? ''} · ${notAfter === null ? '' : words.say('clients.until', { at: date.format(new Date(notAfter)) })}`,
          })),
        ]}
      />
      {config?.protocol === 'openid' && config.authMethod.startsWith('client_secret') && (
        <Secret editor={editor} signIn={signIn} readOnly={readOnly} />
      )}
    </section>
  )
}

/** Its state, and a new one, which is shown once. */
function Secret({ editor, signIn: { secretMadeAt, previousSecretUntil }, readOnly = false }: RegisteredProperties) {
  const words = useWords()
  const [asked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [secret, setSecret] = useState<string>()
  const head = useRef<HTMLHeadingElement>(null)
  const time = new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'medium', timeStyle: 'short' })
  const make = async (now: boolean) => {
    setAsked(false)
    setBusy(true)
    setSecret(await editor.newSecret(now))
    setBusy(false)
    head.current?.focus()
  }
  return (
    <section aria-labelledby="client-secret">
      <h3 id="client-secret" ref={head} tabIndex={-1}>
        {words.say('clients.secret')}
      </h3>
      <p>
        {secretMadeAt === null
          ? words.say('clients.secretNone')
          : words.say('clients.secretMade', { at: time.format(new Date(secretMadeAt)) })}{' '}
        {previousSecretUntil !== null &&
          words.say('clients.secretPrevious', { at: time.format(new Date(previousSecretUntil)) })}
      </p>
      {secret !== undefined && (
        <div className={formPage['note']} role="alert">
          <p>{words.say('clients.once')}</p>
          <p>
            <CopyableCode text={secret} label={words.say('clients.copy', { what: words.say('clients.secret') })} />
          </p>
          <Button look="primary" onClick={() => setSecret(undefined)}>
            {words.say('clients.done')}
          </Button>
        </div>
      )}
      {/* A new secret is read with the registration, and what is typed would be lost. */}
      {!readOnly && secret === undefined && editor.hasChanges() && (
        <p className={formPage['lead']}>{words.say('clients.saveFirst')}</p>
      )}
      {!readOnly && secret === undefined && (
        <Button
          busy={isBusy}
          disabled={editor.hasChanges()}
          onClick={() => (secretMadeAt === null ? void make(true) : setAsked(true))}
        >
          {words.say(secretMadeAt === null ? 'clients.secretMake' : 'clients.secretReplace')}
        </Button>
      )}
      {asked && (
        <Dialog
          title={words.say('clients.secretReplace')}
          onClose={() => setAsked(false)}
          actions={
            <>
              <Button onClick={() => setAsked(false)}>{words.say('form.cancel')}</Button>
              <Button look="danger" onClick={() => void make(true)}>
                {words.say('clients.secretNow')}
              </Button>
              <Button look="primary" data-initial-focus="" onClick={() => void make(false)}>
                {words.say('clients.secretLater')}
              </Button>
            </>
          }
        >
          <p>{words.say('clients.secretAsk')}</p>
        </Dialog>
      )}
    </section>
  )
}
