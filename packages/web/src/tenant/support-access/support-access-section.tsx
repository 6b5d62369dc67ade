import {
  createSettingsFeedback,
  createSupportAccessEditor,
  sessionMessages,
  type SupportAccessEditor,
} from '@portico/core'
import { useEditor } from '@portico/core/react'
import { useEffect, useState, type FormEvent } from 'react'

import { ObjectHistory } from '../audit/object-history.tsx'
import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import { SettingsFailure } from '../../kit/feedback/settings-failure.tsx'
import { LearnedWords } from '../../kit/navigation/learned-words.tsx'
import { LeaveEditorDialog } from '../../kit/editing/leave-editor-dialog.tsx'
import { useGuard } from '../../kit/navigation/use-guard.ts'
import { Checkbox } from '../../kit/ui/checkbox.tsx'
import { ConflictDialog } from '../../kit/editing/conflict-dialog.tsx'
import { EditorActions } from '../../kit/editing/editor-actions.tsx'
import form from '../../kit/ui/form-page.module.css'
import { Loading } from '../../kit/ui/loading.tsx'
import { SupportLock } from './support-lock.tsx'
import { SupportSessions } from './support-sessions.tsx'

const catalogues = { 'of-sessions': sessionMessages }

/** Whether support users of the vendor may enter the tenant, on the Security tab. */
export default function SupportAccessSection() {
  return (
    <LearnedWords of={catalogues} before={<Loading />}>
      <SupportAccess />
    </LearnedWords>
  )
}

function SupportAccess() {
  const core = useCore()
  const words = useWords()
  const [editor] = useState(() => {
    const feedback = createSettingsFeedback(core.feedback, core.clock)
    const { client, randomId } = core
    return createSupportAccessEditor({ client, randomId, words: core.words, feedback })
  })
  const { status } = useEditor(editor)
  useEffect(() => void editor.load(), [editor])
  return (
    <section className={form['fields']} aria-labelledby="support-access">
      <div>
        <h2 id="support-access">{words.say('supportAccess.label')}</h2>
        <p className={form['lead']}>{words.say('supportAccess.lead')}</p>
      </div>
      {status === 'loading' && <Loading />}
      {status === 'failed' && <LoadFailed onRetry={() => editor.load()} />}
      {status === 'ready' && (
        <SupportLock use="never">
          <Fields editor={editor} />
        </SupportLock>
      )}
      <ObjectHistory of={{ setting: 'support-access' }} name="support-access" onReverted={() => void editor.load()} />
      <SupportSessions />
    </section>
  )
}

function Fields({ editor }: { editor: SupportAccessEditor }) {
  const words = useWords()
  const { allowProsAccess, allowProsChange } = useEditor(editor).form
  useGuard(editor.guard)
  const save = () => void editor.save()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <form className={form['fields']} noValidate onSubmit={submit} aria-labelledby="support-access">
      <SettingsFailure feedback={editor.feedback} />
      <Checkbox
        label={words.say('supportAccess.allow')}
        hint={words.say('supportAccess.allowHint')}
        isChecked={allowProsAccess}
        onChange={(isAllowed) => editor.allow(isAllowed, allowProsChange)}
      />
      <Checkbox
        label={words.say('supportAccess.allowChange')}
        hint={words.say('supportAccess.allowChangeHint')}
        isChecked={allowProsChange}
        disabled={!allowProsAccess}
        onChange={(isAllowed) => editor.allow(true, isAllowed)}
      />
      <EditorActions editor={editor} />
      <ConflictDialog editor={editor} listPath="/portal/admin/global-settings/security-settings" onSave={save} />
      <LeaveEditorDialog editor={editor} />
    </form>
  )
}
