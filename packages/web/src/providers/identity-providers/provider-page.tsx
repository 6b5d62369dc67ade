import type { IdentityProvider, IdentityProviderEditor, ProviderDraft } from '@portico/core'
import { useEditor } from '@portico/core/react'
import { useState } from 'react'

import { useNavigator, useWords } from '../../kit/context/portal-context.tsx'
import { ChangesAside } from '../../kit/editing/changes-aside.tsx'
import { Changeable } from '../../kit/editing/changeable.tsx'
import { EditorForm, EditorFrame } from '../../kit/editing/editor-frame.tsx'
import formPage from '../../kit/ui/form-page.module.css'
import { settingsPath } from '../../kit/navigation/paths.ts'
import { AskToExtend } from './ask-to-extend.ts'
import { DraftNotice } from './draft-notice.tsx'
import { ExtendDialog } from './extend-dialog.tsx'
import { FindingsPanel } from './findings-panel.tsx'
import { GuidePanel } from './guide-panel.tsx'
import { ImportPanel } from './import-panel.tsx'
import { LazyCertificatesPanel } from './lazy-certificates-panel.tsx'
import { LazyTestPanel } from './lazy-test-panel.tsx'
import { OurValues } from './our-values.tsx'
import { ProviderFields } from './provider-fields.tsx'
import styles from './provider-form.module.css'

type Properties = {
  readonly editor: IdentityProviderEditor
  readonly title: string
  /** Draft of a provider that is saved. */
  readonly draft?: ProviderDraft
  readonly onSaved?: (provider: IdentityProvider) => void
}

/** The configuration of a provider: steps on both sides, all fields, the changes that a save would make, and findings. */
export function ProviderPage({ editor, title, draft, onSaved }: Properties) {
  const words = useWords()
  const navigator = useNavigator()
  const { form: state, stored: provider } = useEditor(editor)
  const [extending, askToExtend] = useState<string>()
  const changes = editor.changes()
  const isUnsigned = state.values['disableSignatureVerification'] === true
  const isYoung = provider === undefined || provider.suffixes.length + provider.prefixes.length === 0
  const listPath = settingsPath('identity-providers')
  const saved = () => {
    const { stored } = editor.getState()
    if (stored !== undefined) onSaved?.(stored)
  }
  const saveFirst = async () => {
    const { ok } = await editor.save()
    if (ok) saved()
    return ok
  }
  return (
    <AskToExtend value={askToExtend}>
      <EditorFrame editor={editor}>
        {draft !== undefined && <DraftNotice draft={draft} />}
        {isUnsigned && (
          <p role="note" className={styles['standing']}>
            {words.say('idp.unsignedWarning')}
          </p>
        )}
        <div className={styles['sections']}>
          {provider !== undefined && <OurValues provider={provider} isOpen={isYoung} />}
          <Changeable>
            <ImportPanel editor={editor} isOpen={provider === undefined} />
          </Changeable>
          <div className={formPage['columns']}>
            <div>
              <EditorForm
                editor={editor}
                label={title}
                listPath={listPath}
                onSaved={saved}
                deletion={
                  provider?.primary === false
                    ? {
                        title: words.say('idp.deleteTitle', { name: state.fetched.name }),
                        message: words.say('idp.deleteMessage'),
                        name: state.fetched.name,
                      }
                    : undefined
                }
              >
                <ProviderFields editor={editor} />
              </EditorForm>
            </div>
            <div className={styles['side']}>
              <ChangesAside
                editor={editor}
                commandWhen="savable"
                hint={changes.some(namesFile) ? words.say('idp.commandFiles') : undefined}
              />
              {provider === undefined && <GuidePanel type={state.type} isNew />}
              <FindingsPanel editor={editor} />
              {provider !== undefined && <GuidePanel type={state.type} isNew={false} />}
            </div>
          </div>
          {draft !== undefined && (
            <Changeable>
              <LazyTestPanel
                draft={draft}
                form={{ hasChanges: changes.length > 0, saveRefusal: () => editor.saveRefusal(), saveFirst }}
                onRemoved={() => navigator.go(listPath)}
              />
            </Changeable>
          )}
          {provider?.live != null && provider.certificates.length > 0 && (
            <Changeable>
              <LazyCertificatesPanel editor={editor} idp={provider.id} />
            </Changeable>
          )}
        </div>
      </EditorFrame>
      {/* Outside of the form: a dialog with its own form cannot be inside another form. */}
      {extending !== undefined && (
        <ExtendDialog editor={editor} fingerprint={extending} onClose={() => askToExtend(undefined)} />
      )}
    </AskToExtend>
  )
}

/** Fields whose value is not part of the command. */
function namesFile({ field, added }: { field: string; added: readonly string[] }): boolean {
  return /certificate|secret/i.test(field) && !field.endsWith('On') && added.length > 0
}
