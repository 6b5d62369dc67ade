import { createIdentityProviders, type IdentityProviderEditor } from '@portico/core'
import { useEditor } from '@portico/core/react'
import { useCallback, useState, type ReactNode } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { ChangesAside } from '../../kit/editing/changes-aside.tsx'
import { Changeable } from '../../kit/editing/changeable.tsx'
import formPage from '../../kit/ui/form-page.module.css'
import { AskToExtend } from './ask-to-extend.ts'
import { ExtendDialog } from './extend-dialog.tsx'
import { FindingsPanel } from './findings-panel.tsx'
import { GuidePanel } from './guide-panel.tsx'
import { ImportPanel } from './import-panel.tsx'
import { OurValues } from './our-values.tsx'
import styles from './provider-form.module.css'

type Properties = {
  readonly editor: IdentityProviderEditor
  /** What to do at the provider is beside the form; otherwise it is a separate section. */
  readonly isWizard?: boolean
  /** The form with the fields. */
  readonly children: ReactNode
}

/** The settings of a provider: the form, the changes that a save would make, and findings. */
export function ConfigurationPage({ editor, isWizard = false, children }: Properties) {
  const words = useWords()
  const { form: state, stored: provider } = useEditor(editor)
  const [extending, askToExtend] = useState<string>()
  const isUnsigned = state.values['disableSignatureVerification'] === true
  return (
    <AskToExtend value={askToExtend}>
      {isUnsigned && (
        <p role="note" className={styles['standing']}>
          {words.say('idp.unsignedWarning')}
        </p>
      )}
      <div className={styles['sections']}>
        {isWizard && <ValuesOf editor={editor} />}
        <Changeable>
          <ImportPanel editor={editor} isOpen={provider === undefined} />
        </Changeable>
        <div className={formPage['columns']}>
          <div>{children}</div>
          <div className={styles['side']}>
            <ChangesAside
              editor={editor}
              commandWhen="savable"
              hint={editor.changes().some(namesFile) ? words.say('idp.commandFiles') : undefined}
            />
            {isWizard && <GuidePanel type={state.type} />}
            <FindingsPanel editor={editor} />
          </div>
        </div>
      </div>
      {/* Outside of the form: a dialog with its own form cannot be inside another form. */}
      {extending !== undefined && (
        <ExtendDialog editor={editor} fingerprint={extending} onClose={() => askToExtend(undefined)} />
      )}
    </AskToExtend>
  )
}

/** What to enter at the provider, before it is saved too: its addresses are known from the first moment. */
export function ValuesOf({ editor, isOpen }: { readonly editor: IdentityProviderEditor; readonly isOpen?: boolean }) {
  const providers = useCore().lazily(createIdentityProviders)
  const { id, form } = useEditor(editor)
  const { type } = form
  const creation = editor.creationKey()
  const read = useCallback(
    () => providers.ourMetadata(id === undefined ? { type, creation } : { type, id }),
    [providers, id, type, creation],
  )
  const fileName = id === undefined ? 'portico.xml' : `portico-${id}.xml`
  return <OurValues key={id} read={read} fileName={fileName} isOpen={isOpen ?? false} hasKeys={id !== undefined} />
}

/** Fields whose value is not part of the command. */
function namesFile({ field, added }: { field: string; added: readonly string[] }): boolean {
  return /certificate|secret/i.test(field) && !field.endsWith('On') && added.length > 0
}
