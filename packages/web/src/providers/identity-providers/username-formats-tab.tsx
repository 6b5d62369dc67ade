import {
  createUsernameFormatsEditor,
  domainKinds,
  formatKinds,
  linkPart,
  providerDraftOf,
  type ProviderDraft,
  type UsernameFormatsEditor,
} from '@portico/core'
import { useEditor } from '@portico/core/react'
import { useEffect, useState } from 'react'

import { useCore, useNavigator, useWords } from '../../kit/context/portal-context.tsx'
import { settingsPath } from '../../kit/navigation/paths.ts'
import { LazyTestPanel } from './lazy-test-panel.tsx'
import { ChangesAside } from '../../kit/editing/changes-aside.tsx'
import { Changeable } from '../../kit/editing/changeable.tsx'
import { EditorForm, EditorFrame } from '../../kit/editing/editor-frame.tsx'
import formPage from '../../kit/ui/form-page.module.css'
import { Pill } from '../../kit/ui/pill.tsx'
import { saveForm } from '../../kit/ui/save-form.ts'
import { FormatList } from '../username-formats/format-list.tsx'
import styles from '../username-formats/username-formats.module.css'

/** USERNAME FORMATS of one provider (spec section 2): email domains and Windows domains. */
export function UsernameFormatsTab({ id }: { id: string }) {
  const core = useCore()
  const draft = providerDraftOf(core, id)
  const [editor] = useState(() => {
    const isPrimary = () => draft.getState().provider?.primary === true
    return createUsernameFormatsEditor(core, { id, isPrimary, retry: saveForm })
  })
  useEffect(() => linkPart(editor, draft), [editor, draft])
  return (
    <EditorFrame editor={editor}>
      <OpenFormats editor={editor} draft={draft} />
    </EditorFrame>
  )
}

function OpenFormats({ editor, draft }: { editor: UsernameFormatsEditor; draft: ProviderDraft }) {
  const words = useWords()
  const navigator = useNavigator()
  const { form, entries } = useEditor(editor)
  const isEmpty = formatKinds.every((kind) => form[kind].length === 0 && entries[kind] === undefined)
  const listPath = settingsPath('identity-providers')
  const saveToTest = async () => (await editor.save()).ok && (await draft.read())
  return (
    <>
      <Changeable>
        <LazyTestPanel
          draft={draft}
          form={{
            hasChanges: editor.hasChanges(),
            hasFormats: editor.hasChanges() && !isEmpty,
            saveRefusal: () => editor.saveRefusal(),
            saveFirst: saveToTest,
          }}
          onRemoved={() => navigator.go(listPath)}
        />
      </Changeable>
      <p className={formPage['hint']}>{words.say('formats.lead')}</p>
      {isEmpty && (
        <p className={formPage['hint']} role="note">
          <Pill tone="warning">{words.say('formats.none')}</Pill>{' '}
          {words.say(editor.violations().some(isAboutPrimary) ? 'FORMATS_PRIMARY' : 'formats.needed')}
        </p>
      )}
      <div className={formPage['columns']}>
        <div>
          <Changeable>
            <div className={styles['lists']}>
              {domainKinds.map((kind) => (
                <FormatList key={kind} editor={editor} kind={kind} />
              ))}
            </div>
          </Changeable>
          <EditorForm editor={editor} label={words.say('idp.formats')} listPath={listPath} />
        </div>
        <ChangesAside editor={editor} />
      </div>
    </>
  )
}

function isAboutPrimary({ errorID }: { readonly errorID: string }): boolean {
  return errorID === 'FORMATS_PRIMARY'
}
