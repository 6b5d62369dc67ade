import {
  createIdentityProviderEditor,
  createSetup,
  setupConfigOf,
  setupProductOf,
  type Core,
  type IdentityProviderEditor,
  type IdentityProviderType,
  type Setup,
  type Words,
} from '@portico/core'
import { useCallback, useState } from 'react'

import { useCore, useNavigator, useWords } from '../../kit/context/portal-context.tsx'
import { ImportPanel } from '../../providers/identity-providers/import-panel.tsx'
import providerForm from '../../providers/identity-providers/provider-form.module.css'
import { ProviderFields } from '../../providers/identity-providers/provider-fields.tsx'
import { OurValues } from '../../providers/identity-providers/our-values.tsx'
import { WizardForm } from '../../kit/editing/wizard-form.tsx'
import formPage from '../../kit/ui/form-page.module.css'
import { saveForm } from '../../kit/ui/save-form.ts'
import { GoBack } from './go-back.tsx'
import { ProductGuide } from './product-guide.tsx'
import { setupStepPath } from '../../kit/navigation/paths.ts'

/** Step 2: what to do at the product, our addresses for it, and the fields of the provider's form. */
export function ConfigurationStep({ setup }: { setup: Setup }) {
  const core = useCore()
  const words = useWords()
  const navigator = useNavigator()
  const type = setup.type ?? 'OIDC'
  const [editor] = useState(() => openEditor(core, words, { setup, type }))
  const product = setupProductOf(setup.product)?.name ?? words.say('setup.product.provider')
  const store = core.lazily(createSetup)
  const next = async (isSaved: boolean) => {
    if (isSaved || (await store.goTo(3))) navigator.go(setupStepPath(3))
  }
  return (
    <>
      <p className={formPage['hint']}>{words.say('setup.config.lead', { product })}</p>
      <div className={formPage['columns']}>
        <div className={providerForm['sections']}>
          <OurValues
            title={words.say('setup.config.ours', { product })}
            hint={words.say('setup.config.oursHint')}
            fileName="portico.xml"
            read={useCallback(() => store.ourMetadata(), [store])}
          />
          <ImportPanel editor={editor} isOpen={setup.provider === null} />
          <WizardForm
            editor={editor}
            label={words.say('setup.step.2')}
            back={<GoBack to={1} />}
            onNext={(isSaved) => void next(isSaved)}
          >
            <ProviderFields editor={editor} isSetup />
          </WizardForm>
        </div>
        <div className={providerForm['side']}>
          <ProductGuide product={setup.product} type={type} name={product} />
        </div>
      </div>
    </>
  )
}

function openEditor(
  core: Core,
  words: Words,
  { setup, type }: { readonly setup: Setup; readonly type: IdentityProviderType },
): IdentityProviderEditor {
  const store = core.lazily(createSetup)
  const options = { calls: store.providerCalls, retry: saveForm }
  const { provider } = setup
  if (provider !== null) {
    const editor = createIdentityProviderEditor(core, { id: provider.id, ...options })
    editor.open(provider, store.getState().etag)
    return editor
  }
  const editor = createIdentityProviderEditor(core, { type, ...options })
  editor.setName(words.say('setup.providerName'))
  editor.take(setupConfigOf(setup.product, type))
  return editor
}
