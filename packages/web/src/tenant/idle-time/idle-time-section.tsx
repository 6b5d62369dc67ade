import {
  createIdleTimeEditor,
  createSettingsFeedback,
  idleTimeLabel,
  idleTimesOffered,
  securityPath,
  sessionMessages,
  type IdleTimeEditor,
} from '@portico/core'
import { useEditor, useProblem } from '@portico/core/react'
import { useState } from 'react'

import { ObjectHistory } from '../audit/object-history.tsx'
import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { SettingsFailure } from '../../kit/feedback/settings-failure.tsx'
import { LearnedWords } from '../../kit/navigation/learned-words.tsx'
import { EditorForm, EditorFrame } from '../../kit/editing/editor-frame.tsx'
import form from '../../kit/ui/form-page.module.css'
import { Loading } from '../../kit/ui/loading.tsx'
import { NativeSelect } from '../../kit/ui/native-select.tsx'
import { TextField } from '../../kit/ui/text-field.tsx'

const catalogues = { 'of-sessions': sessionMessages }

/** The value of the dropdown under which a time is typed. */
const another = 'another'

/** The idle time of sessions on the Security tab: the dropdown and the form of spec section 5. */
export default function IdleTimeSection() {
  return (
    <LearnedWords of={catalogues} before={<Loading />}>
      <IdleTime />
    </LearnedWords>
  )
}

function IdleTime() {
  const core = useCore()
  const words = useWords()
  const [editor] = useState(() => {
    const feedback = createSettingsFeedback(core.feedback, core.clock)
    const { client, randomId, session } = core
    return createIdleTimeEditor({ client, randomId, session, words: core.words, feedback }, { variant: 'dropdown' })
  })
  return (
    <section className={form['fields']} aria-labelledby="idle-time">
      <div>
        <h2 id="idle-time">{words.say('idleTime.label')}</h2>
        <p className={form['lead']}>{words.say('idleTime.lead')}</p>
      </div>
      <EditorFrame editor={editor}>
        <Fields editor={editor} />
      </EditorFrame>
      <ObjectHistory of={{ setting: 'idle-time' }} name="idle-time" onReverted={() => void editor.load()} />
    </section>
  )
}

function Fields({ editor }: { editor: IdleTimeEditor }) {
  const words = useWords()
  const { idletime, isTyped, fetched } = useEditor(editor).form
  const isReadonly = fetched?.readonly ?? false
  const current = fetched?.idletime ?? ''
  const problem = useProblem(editor, 'idletime')
  const offered = idleTimesOffered(current, isTyped ? current : idletime).map((value) => {
    const time = idleTimeLabel(value, words)
    return { value, label: value === current ? words.say('idleTime.current', { time }) : time }
  })
  return (
    <EditorForm editor={editor} labelledBy="idle-time" listPath={securityPath('idle-time')}>
      <SettingsFailure feedback={editor.feedback} />
      <div className={form['narrow']}>
        <NativeSelect
          label={words.say('idleTime.after')}
          value={isTyped ? another : idletime}
          disabled={isReadonly}
          error={isTyped ? undefined : problem}
          options={[...offered, { value: another, label: words.say('idleTime.another') }]}
          onChange={(value) => {
            editor.setTyped(value === another)
            if (value === another) return
            editor.setIdleTime(value)
            editor.visit('idletime')
          }}
        />
        {isTyped && (
          <TextField
            label={words.say('idleTime.typed')}
            hint={words.say('idleTime.typedHelp')}
            value={idletime}
            disabled={isReadonly}
            error={problem}
            onChange={(text) => editor.setIdleTime(text)}
            onBlur={() => editor.visit('idletime')}
          />
        )}
      </div>
    </EditorForm>
  )
}
