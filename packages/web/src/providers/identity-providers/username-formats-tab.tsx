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
import { useEffect, useState, type FormEvent } from 'react'

import { useCore, useNavigator, useWords } from '../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import { settingsPath } from '../../kit/navigation/paths.ts'
import { DraftNotice } from './draft-notice.tsx'
import { LazyTestPanel } from './lazy-test-panel.tsx'
import { LeaveEditorDialog } from '../../kit/editing/leave-editor-dialog.tsx'
import { useGuard } from '../../kit/navigation/use-guard.ts'
import { useKeepTyped } from '../../kit/editing/use-keep-typed.ts'
import { ChangesAside } from '../../kit/editing/changes-aside.tsx'
import { ConflictDialog } from '../../kit/editing/conflict-dialog.tsx'
import { EditorActions } from '../../kit/editing/editor-actions.tsx'
import formPage from '../../kit/ui/form-page.module.css'
import { Loading } from '../../kit/ui/loading.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { saveForm } from '../../kit/ui/save-form.ts'
import { FormatList } from '../username-formats/format-list.tsx'
import styles from '../username-formats/username-formats.module.css'

/** USERNAME FORMATS of one provider (spec section 2): email domains and Windows domains. */
export function UsernameFormatsTab({ id }: { id: string }) {
  const core = useCore()
  const [editor] = useState(() => createUsernameFormatsEditor(core, { id, retry: saveForm }))
  const { status } = useEditor(editor)
  const draft = providerDraftOf(core, id)
  useEffect(() => void editor.load(), [editor])
  useEffect(() => linkPart(editor, draft), [editor, draft])
  if (status === 'loading') return <Loading />
  if (status === 'ready') return <OpenFormats editor={editor} draft={draft} />
  return <LoadFailed onRetry={() => editor.load()} />
}

function OpenFormats({ editor, draft }: { editor: UsernameFormatsEditor; draft: ProviderDraft }) {
  const words = useWords()
  const navigator = useNavigator()
  const { form, note } = useEditor(editor)
  const isEmpty = formatKinds.every((kind) => form[kind].length === 0)
  useGuard(editor.guard)
  useKeepTyped(editor)
  const save = () => void editor.save()
  const saveToTest = async () => (await editor.save()).ok && (await draft.read())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <>
      {note !== undefined && <output className={formPage['note']}>{words.say(note)}</output>}
      <DraftNotice draft={draft} />
      <p className={formPage['hint']}>{words.say('formats.lead')}</p>
      {isEmpty && (
        <p className={formPage['hint']} role="note">
          <Pill tone="warning">{words.say('formats.none')}</Pill> {words.say('formats.needed')}
        </p>
      )}
      <div className={formPage['columns']}>
        <div>
          <div className={styles['lists']}>
            {domainKinds.map((kind) => (
              <FormatList key={kind} editor={editor} kind={kind} />
            ))}
          </div>
          <form data-save-form="" onSubmit={submit} aria-label={words.say('idp.formats')}>
            <EditorActions editor={editor} />
          </form>
          <LazyTestPanel
            draft={draft}
            form={{
              hasChanges: editor.hasChanges(),
              hasFormats: editor.hasChanges() && !isEmpty,
              saveRefusal: () => editor.saveRefusal(),
              saveFirst: saveToTest,
            }}
            onRemoved={() => navigator.go(settingsPath('identity-providers'))}
          />
        </div>
        <ChangesAside editor={editor} />
      </div>
      <ConflictDialog editor={editor} listPath={settingsPath('identity-providers')} onSave={save} />
      <LeaveEditorDialog editor={editor} />
    </>
  )
}
