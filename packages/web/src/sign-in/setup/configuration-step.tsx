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
import { useEditor } from '@portico/core/react'
import { useState, type FormEvent } from 'react'

import { useCore, useNavigator, useWords } from '../../kit/context/portal-context.tsx'
import { ImportPanel } from '../../providers/identity-providers/import-panel.tsx'
import providerForm from '../../providers/identity-providers/provider-form.module.css'
import { ProviderFields } from '../../providers/identity-providers/provider-fields.tsx'
import { Button } from '../../kit/ui/button.tsx'
import formPage from '../../kit/ui/form-page.module.css'
import { saveForm } from '../../kit/ui/save-form.ts'
import { GoBack } from './go-back.tsx'
import { OurAddresses } from './our-addresses.tsx'
import { ProductGuide } from './product-guide.tsx'
import { setupStepPath } from '../../kit/navigation/paths.ts'
import styles from './setup.module.css'

/** Step 2: what to do at the product, our addresses for it, and the fields of the provider's form. */
export function ConfigurationStep({ setup }: { setup: Setup }) {
  const core = useCore()
  const words = useWords()
  const navigator = useNavigator()
  const type = setup.type ?? 'OIDC'
  const [editor] = useState(() => openEditor(core, words, { setup, type }))
  const { busy } = useEditor(editor)
  const product = setupProductOf(setup.product)?.name ?? words.say('setup.product.provider')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isUnchanged = editor.saveRefusal()?.why === 'unchanged'
    const isSaved = isUnchanged ? await core.lazily(createSetup).goTo(3) : (await editor.save()).ok
    if (isSaved) navigator.go(setupStepPath(3))
    // The first field with a violation.
    else document.querySelector<HTMLElement>('[data-save-form] [aria-invalid="true"]')?.focus()
  }
  return (
    <>
      <p className={formPage['hint']}>{words.say('setup.config.lead', { product })}</p>
      <div className={formPage['columns']}>
        <div className={providerForm['sections']}>
          <OurAddresses product={product} />
          <ImportPanel editor={editor} isOpen={setup.provider === null} />
          <form
            data-save-form=""
            noValidate
            aria-label={words.say('setup.step.2')}
            onSubmit={(event) => void submit(event)}
          >
            <ProviderFields editor={editor} isSetup />
            <div className={styles['actions']}>
              <GoBack to={1} />
              <Button type="submit" look="primary" busy={busy === 'saving'}>
                {words.say('setup.saveNext')}
              </Button>
            </div>
          </form>
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
