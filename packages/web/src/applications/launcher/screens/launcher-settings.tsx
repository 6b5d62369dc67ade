import {
  announcementLengthMax,
  createLauncherSettingsEditor,
  type LauncherSettingsEditor,
  type LauncherSettingsValues,
} from '@portico/core'
import { useEditor, useProblem } from '@portico/core/react'
import { useState } from 'react'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { AdminWords } from '../../../kit/navigation/admin-words.tsx'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { ChangesAside } from '../../../kit/editing/changes-aside.tsx'
import { EditorForm, EditorFrame } from '../../../kit/editing/editor-frame.tsx'
import formPage from '../../../kit/ui/form-page.module.css'
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
  const { form } = useEditor(editor)
  usePageTitle(words.say('launcherSettings.title'))
  useRefusalScreen()
  return (
    <PageFrame title={words.say('launcherSettings.title')} lead={words.say('launcherSettings.lead')}>
      <EditorFrame editor={editor}>
        <div className={formPage['columns']}>
          <EditorForm editor={editor} label={words.say('launcherSettings.form')} listPath="/portal/admin/launcher">
            <Field
              editor={editor}
              name="announcement"
              hint={words.say('launcherSettings.announcementHint', { announcementLengthMax })}
            />
            <UntilField editor={editor} isUsed={form.values.announcement.trim() !== ''} />
            <Field editor={editor} name="accessContact" hint={words.say('launcherSettings.contactHint')} />
          </EditorForm>
          <ChangesAside editor={editor} />
        </div>
      </EditorFrame>
    </PageFrame>
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
