import {
  createIdentityProviderEditor,
  createUsernameFormatsEditor,
  identityProviderTypes,
  typeNames,
  wizardSteps,
  type IdentityProviderEditor,
  type IdentityProviderType,
} from '@portico/core'
import { useEditor } from '@portico/core/react'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'

import { Changeable, Lockable } from '../../../kit/editing/changeable.tsx'
import { EditorFrame, EditorQuestions } from '../../../kit/editing/editor-frame.tsx'
import { WizardForm } from '../../../kit/editing/wizard-form.tsx'
import { SetupWords } from '../../../kit/navigation/setup-words.tsx'
import { useQuery } from '../../../kit/navigation/use-query.ts'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { useCore, useNavigator, useWords } from '../../../kit/context/portal-context.tsx'
import { Button, ButtonLink } from '../../../kit/ui/button.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import formPage from '../../../kit/ui/form-page.module.css'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { Stepper } from '../../../kit/ui/stepper.tsx'
import { saveForm } from '../../../kit/ui/save-form.ts'
import { createProviderPath, settingsPath, testProviderPath } from '../../../kit/navigation/paths.ts'
import { WizardFormats } from '../../username-formats/wizard-formats.tsx'
import { ConfigurationPage } from '../configuration-page.tsx'
import { ProviderFields } from '../provider-fields.tsx'
import { parentsOf } from '../provider-parents.ts'
import styles from './create-provider.module.css'

/**
 * Adds an identity provider in the three steps of the wizard (spec section 2). The address has the type after the first step, the
 * provider after the second, and the third step: `?type=OIDC&id=…&step=3`.
 */
export function CreateProvider() {
  return (
    <SetupWords>
      <Create />
    </SetupWords>
  )
}

function Create() {
  const { query } = useQuery()
  const type = query.get('type')
  const id = query.get('id') ?? undefined
  const isType = (text: string | null): text is IdentityProviderType =>
    identityProviderTypes.some((one) => one === text)
  useRefusalScreen()
  if (!isType(type)) return <TypeStep />
  if (id !== undefined && query.get('step') === '3') return <FormatStep key={id} type={type} id={id} />
  return <ConfigurationStep key={`${type} ${id}`} type={type} id={id} />
}

type FrameProperties = { readonly title: string; readonly step: 1 | 2 | 3; readonly children: ReactNode }

/** Where the step stands among the others, above it. The focus follows to its heading. */
function WizardFrame({ title, step, children }: FrameProperties) {
  const words = useWords()
  const root = useRef<HTMLDivElement>(null)
  usePageTitle(title)
  useEffect(() => {
    if (step === 1) return undefined
    // After the portal has moved the focus to the content.
    const frame = requestAnimationFrame(() => root.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [step])
  return (
    <PageFrame title={title} parents={parentsOf(words)}>
      <div ref={root} tabIndex={-1} className={styles['steps']}>
        <Stepper
          label={words.say('idp.steps')}
          steps={wizardSteps.map((one) => words.say(`setup.step.${one}`))}
          current={step}
        />
      </div>
      <Lockable>{children}</Lockable>
    </PageFrame>
  )
}

/** Spec section 5: 'Please select a type.' */
function TypeStep() {
  const words = useWords()
  const navigator = useNavigator()
  const [chosen, setChosen] = useState<IdentityProviderType>()
  const [wasAsked, setAsked] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen === undefined) setAsked(true)
    else navigator.go(createProviderPath({ type: chosen }))
  }
  const isMissing = wasAsked && chosen === undefined
  return (
    <WizardFrame title={words.say('idp.add')} step={1}>
      <Changeable>
        <form onSubmit={submit} noValidate>
          <fieldset className={styles['cards']} aria-describedby={isMissing ? 'type-error' : undefined}>
            <legend className={formPage['hint']}>{words.say('idp.chooseType')}</legend>
            {identityProviderTypes.map((type) => (
              <label key={type} className={styles['card']}>
                <input
                  type="radio"
                  name="type"
                  value={type}
                  checked={chosen === type}
                  onChange={() => setChosen(type)}
                />
                <strong>{typeNames[type].name}</strong>
                <span>{words.text(typeNames[type].summary)}</span>
              </label>
            ))}
          </fieldset>
          <p id="type-error" role="alert" className={formPage['problem']}>
            {isMissing && words.say('IDP_TYPE')}
          </p>
          <Button type="submit" look="primary">
            {words.say('setup.next')}
          </Button>
        </form>
      </Changeable>
    </WizardFrame>
  )
}

type StepProperties = { readonly type: IdentityProviderType; readonly id: string | undefined }

function ConfigurationStep({ type, id }: StepProperties) {
  const core = useCore()
  const words = useWords()
  const [editor] = useState(() =>
    createIdentityProviderEditor(core, { ...(id === undefined ? { type } : { id }), retry: saveForm }),
  )
  return (
    <WizardFrame title={words.say('idp.newTitle', { type: typeNames[type].name })} step={2}>
      <EditorFrame editor={editor} notFound={<NotFound />}>
        <Configuration editor={editor} type={type} />
      </EditorFrame>
    </WizardFrame>
  )
}

function Configuration({ editor, type }: { editor: IdentityProviderEditor; type: IdentityProviderType }) {
  const words = useWords()
  const navigator = useNavigator()
  useEditor(editor)
  const next = () => {
    const { id } = editor.getState()
    // Back leads to what was saved, and not to a second provider.
    navigator.replace(createProviderPath({ type, id }))
    navigator.go(createProviderPath({ type, id, step: 3 }))
  }
  return (
    <ConfigurationPage editor={editor} isWizard>
      <Changeable>
        <WizardForm
          editor={editor}
          label={words.say('setup.step.2')}
          back={<ButtonLink to={createProviderPath()}>{words.say('setup.goBack')}</ButtonLink>}
          onNext={next}
        >
          <ProviderFields editor={editor} />
        </WizardForm>
      </Changeable>
      <EditorQuestions editor={editor} listPath={settingsPath('identity-providers')} onSave={saveForm} />
    </ConfigurationPage>
  )
}

function FormatStep({ type, id }: StepProperties & { readonly id: string }) {
  const core = useCore()
  const words = useWords()
  const navigator = useNavigator()
  const [editor] = useState(() => createUsernameFormatsEditor(core, { id, retry: saveForm }))
  return (
    <WizardFrame title={words.say('idp.newTitle', { type: typeNames[type].name })} step={3}>
      <EditorFrame editor={editor} notFound={<NotFound />}>
        <Changeable>
          <WizardFormats
            editor={editor}
            back={<ButtonLink to={createProviderPath({ type, id })}>{words.say('setup.goBack')}</ButtonLink>}
            complete={words.say('idp.complete')}
            onTest={() => navigator.go(testProviderPath(id))}
          />
        </Changeable>
        <EditorQuestions
          editor={editor}
          listPath={settingsPath('identity-providers')}
          onSave={() => void editor.save()}
        />
      </EditorFrame>
    </WizardFrame>
  )
}

function NotFound() {
  const words = useWords()
  const back = (
    <ButtonLink look="primary" to={settingsPath('identity-providers')}>
      {words.say('idp.toList')}
    </ButtonLink>
  )
  return <EmptyState message={words.say('idp.notFound')} action={back} />
}
