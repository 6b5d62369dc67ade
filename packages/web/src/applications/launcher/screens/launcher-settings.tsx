import {
  announcementLengthMax,
  createLauncherSettingsEditor,
  type LauncherSettingsEditor,
  type LauncherSettingsValues,
} from '@portico/core'
import { useEditor, useProblem } from '@portico/core/react'
import { useEffect, useState, type FormEvent } from 'react'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { AdminWords } from '../../../kit/navigation/admin-words.tsx'
import { LeaveEditorDialog } from '../../../kit/editing/leave-editor-dialog.tsx'
import { useGuard } from '../../../kit/navigation/use-guard.ts'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { useKeepTyped } from '../../../kit/editing/use-keep-typed.ts'
import { ChangesAside } from '../../../kit/editing/changes-aside.tsx'
import { ConflictDialog } from '../../../kit/editing/conflict-dialog.tsx'
import { EditorActions } from '../../../kit/editing/editor-actions.tsx'
import formPage from '../../../kit/ui/form-page.module.css'
import { Loading } from '../../../kit/ui/loading.tsx'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { saveForm } from '../../../kit/ui/save-form.ts'
import { TextField } from '../../../kit/ui/text-field.tsx'
import { fromLocalTime, toLocalTime } from '../local-time.ts'

/** What the tenant tells on the launcher: an announcement with an end, and whom people ask for access. */
export default function LauncherSettings() {
  return (
    <AdminWords>
      <Settings />
    </AdminWords>
  )
}

function Settings() {
  const core = useCore()
  const words = useWords()
  const [editor] = useState(() => createLauncherSettingsEditor(core, { retry: saveForm }))
  const { status } = useEditor(editor)
  usePageTitle(words.say('launcherSettings.title'))
  useRefusalScreen()
  useEffect(() => void editor.load(), [editor])
  return (
    <PageFrame title={words.say('launcherSettings.title')} lead={words.say('launcherSettings.lead')}>
      {status === 'loading' && <Loading />}
      {status === 'failed' && <LoadFailed onRetry={() => editor.load()} />}
      {status === 'ready' && <OpenSettings editor={editor} />}
    </PageFrame>
  )
}

function OpenSettings({ editor }: { editor: LauncherSettingsEditor }) {
  const words = useWords()
  const { form, note } = useEditor(editor)
  useGuard(editor.guard)
  useKeepTyped(editor)
  const save = () => void editor.save()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <>
      {note !== undefined && <output className={formPage['note']}>{words.say(note)}</output>}
      <div className={formPage['columns']}>
        <form data-save-form="" noValidate onSubmit={submit} aria-label={words.say('launcherSettings.form')}>
          <div className={formPage['fields']}>
            <Field
              editor={editor}
              name="announcement"
              hint={words.say('launcherSettings.announcementHint', { announcementLengthMax })}
            />
            <UntilField editor={editor} isUsed={form.values.announcement.trim() !== ''} />
            <Field editor={editor} name="accessContact" hint={words.say('launcherSettings.contactHint')} />
          </div>
          <EditorActions editor={editor} />
        </form>
        <ChangesAside editor={editor} />
      </div>
      <ConflictDialog editor={editor} listPath="/portal/admin/launcher" onSave={save} />
      <LeaveEditorDialog editor={editor} />
    </>
  )
}

const labels = {
  announcement: 'launcherSettings.announcement',
  accessContact: 'launcherSettings.contact',
} as const

type FieldProperties = {
  readonly editor: LauncherSettingsEditor
  readonly name: Exclude<keyof LauncherSettingsValues, 'until'>
  readonly hint: string
}

function Field({ editor, name, hint }: FieldProperties) {
  const words = useWords()
  return (
    <TextField
      label={words.say(labels[name])}
      hint={hint}
      value={useEditor(editor).form.values[name]}
      error={useProblem(editor, name)}
      onChange={(value) => editor.set({ [name]: value })}
      onBlur={() => editor.visit(name)}
    />
  )
}

function UntilField({ editor, isUsed }: { editor: LauncherSettingsEditor; isUsed: boolean }) {
  const words = useWords()
  return (
    <TextField
      type="datetime-local"
      label={words.say('launcherSettings.until')}
      hint={words.say('launcherSettings.untilHint')}
      disabled={!isUsed}
      value={toLocalTime(useEditor(editor).form.values.until)}
      error={useProblem(editor, 'until')}
      onChange={(value) => editor.set({ until: fromLocalTime(value) })}
      onBlur={() => editor.visit('until')}
    />
  )
}
