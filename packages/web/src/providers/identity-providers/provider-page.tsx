import type { IdentityProvider, IdentityProviderEditor, ProviderDraft } from '@portico/core'
import { useEditor } from '@portico/core/react'

import { useNavigator, useWords } from '../../kit/context/portal-context.tsx'
import { Changeable } from '../../kit/editing/changeable.tsx'
import { EditorForm, EditorFrame } from '../../kit/editing/editor-frame.tsx'
import { settingsPath } from '../../kit/navigation/paths.ts'
import { ConfigurationPage } from './configuration-page.tsx'
import { LazyTestPanel } from './lazy-test-panel.tsx'
import { ProviderFields } from './provider-fields.tsx'

type Properties = {
  readonly editor: IdentityProviderEditor
  readonly title: string
  readonly draft: ProviderDraft
  readonly onSaved: (provider: IdentityProvider) => void
}

/** The settings of a provider that is saved, below the test of what is saved. */
export function ProviderPage({ editor, title, draft, onSaved }: Properties) {
  const words = useWords()
  const navigator = useNavigator()
  const { form: state, stored: provider } = useEditor(editor)
  const listPath = settingsPath('identity-providers')
  const saved = () => {
    const { stored } = editor.getState()
    if (stored !== undefined) onSaved(stored)
  }
  const saveFirst = async () => {
    const { ok } = await editor.save()
    if (ok) saved()
    return ok
  }
  return (
    <EditorFrame editor={editor}>
      <Changeable>
        <LazyTestPanel
          draft={draft}
          form={{ hasChanges: editor.hasChanges(), saveRefusal: () => editor.saveRefusal(), saveFirst }}
          onRemoved={() => navigator.go(listPath)}
        />
      </Changeable>
      <ConfigurationPage editor={editor}>
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
      </ConfigurationPage>
    </EditorFrame>
  )
}
