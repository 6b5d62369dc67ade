import {
  createIdentityProviderEditor,
  identityProviderTypes,
  typeNames,
  type IdentityProviderType,
} from '@portico/core'
import { useState, type FormEvent } from 'react'

import { TenantWords } from '../../../kit/navigation/tenant-words.tsx'
import { useQuery } from '../../../kit/navigation/use-query.ts'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { useCore, useNavigator, useWords } from '../../../kit/context/portal-context.tsx'
import { Button, ButtonLink } from '../../../kit/ui/button.tsx'
import formPage from '../../../kit/ui/form-page.module.css'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { saveForm } from '../../../kit/ui/save-form.ts'
import { createProviderPath, providerPath } from '../../../kit/navigation/paths.ts'
import { ProviderPage } from '../provider-page.tsx'
import { parentsOf } from '../provider-parents.ts'
import styles from './create-provider.module.css'

/** Adds an identity provider: the type first, then its form. The type is in the address: `?type=OIDC`. */
export function CreateProvider() {
  return (
    <TenantWords>
      <Create />
    </TenantWords>
  )
}

function Create() {
  const type = useQuery().query.get('type')
  const isType = (text: string | null): text is IdentityProviderType =>
    identityProviderTypes.some((one) => one === text)
  useRefusalScreen()
  return isType(type) ? <NewProvider key={type} type={type} /> : <TypeChoice />
}

/** Spec section 5: 'Please select a type.' */
function TypeChoice() {
  const words = useWords()
  const navigator = useNavigator()
  const [chosen, setChosen] = useState<IdentityProviderType>()
  const [wasAsked, setAsked] = useState(false)
  const title = words.say('idp.add')
  usePageTitle(title)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen === undefined) setAsked(true)
    else navigator.go(createProviderPath(chosen))
  }
  const isMissing = wasAsked && chosen === undefined
  return (
    <PageFrame title={title} parents={parentsOf(words)}>
      <form onSubmit={submit} noValidate>
        <fieldset className={styles['cards']} aria-describedby={isMissing ? 'type-error' : undefined}>
          <legend className={formPage['hint']}>{words.say('idp.chooseType')}</legend>
          {identityProviderTypes.map((type) => (
            <label key={type} className={styles['card']}>
              <input type="radio" name="type" value={type} checked={chosen === type} onChange={() => setChosen(type)} />
              <strong>{typeNames[type].name}</strong>
              <span>{words.text(typeNames[type].summary)}</span>
            </label>
          ))}
        </fieldset>
        <p id="type-error" role="alert" className={formPage['problem']}>
          {isMissing && words.say('IDP_TYPE')}
        </p>
        <Button type="submit" look="primary">
          {words.say('idp.continue')}
        </Button>
      </form>
    </PageFrame>
  )
}

function NewProvider({ type }: { type: IdentityProviderType }) {
  const core = useCore()
  const words = useWords()
  const navigator = useNavigator()
  const [editor] = useState(() => createIdentityProviderEditor(core, { type, retry: saveForm }))
  const title = words.say('idp.newTitle', { type: typeNames[type].name })
  usePageTitle(title)
  return (
    <PageFrame
      title={title}
      parents={parentsOf(words)}
      actions={<ButtonLink to={createProviderPath()}>{words.say('idp.changeType')}</ButtonLink>}
    >
      <ProviderPage editor={editor} title={title} onSaved={({ id }) => navigator.go(providerPath(id))} />
    </PageFrame>
  )
}
