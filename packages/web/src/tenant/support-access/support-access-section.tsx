import {
  createSettingsFeedback,
  createSupportAccessEditor,
  securityPath,
  sessionMessages,
  type SupportAccessEditor,
} from '@portico/core'
import { useEditor } from '@portico/core/react'
import { useState } from 'react'

import { ObjectHistory } from '../audit/object-history.tsx'
import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { SettingsFailure } from '../../kit/feedback/settings-failure.tsx'
import { LearnedWords } from '../../kit/navigation/learned-words.tsx'
import { Checkbox } from '../../kit/ui/checkbox.tsx'
import { EditorForm, EditorFrame } from '../../kit/editing/editor-frame.tsx'
import form from '../../kit/ui/form-page.module.css'
import { Loading } from '../../kit/ui/loading.tsx'
import { Changeable } from '../../kit/editing/changeable.tsx'

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
  return (
    <section className={form['fields']} aria-labelledby="support-access">
      <div>
        <h2 id="support-access">{words.say('supportAccess.label')}</h2>
        <p className={form['lead']}>{words.say('supportAccess.lead')}</p>
      </div>
      <EditorFrame editor={editor}>
        <Changeable never>
          <Fields editor={editor} />
        </Changeable>
      </EditorFrame>
      <ObjectHistory of={{ setting: 'support-access' }} name="support-access" onReverted={() => void editor.load()} />
    </section>
  )
}

function Fields({ editor }: { editor: SupportAccessEditor }) {
  const words = useWords()
  const { allowProsAccess, allowProsChange } = useEditor(editor).form
  return (
    <EditorForm editor={editor} labelledBy="support-access" listPath={securityPath('support-access')}>
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
    </EditorForm>
  )
}
