import {
  createSetup,
  createUsernameFormatsEditor,
  formatKinds,
  type Setup,
  type UsernameFormatsEditor,
} from '@portico/core'
import { useEditor } from '@portico/core/react'
import { useState } from 'react'

import { useCore, useNavigator, useWords } from '../../kit/context/portal-context.tsx'
import { EditorFrame } from '../../kit/editing/editor-frame.tsx'
import { FormatList } from '../../providers/username-formats/format-list.tsx'
import formats from '../../providers/username-formats/username-formats.module.css'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import formPage from '../../kit/ui/form-page.module.css'
import { GoBack } from './go-back.tsx'
import { setupStepPath } from '../../kit/navigation/paths.ts'
import styles from './setup.module.css'

/** Email domains: most companies need only these. */
const [firstKind] = formatKinds

/** Step 3, then the completion dialog. */
export function FormatStep({ setup }: { setup: Setup }) {
  const core = useCore()
  const [editor] = useState(() =>
    createUsernameFormatsEditor(core, { id: setup.idp ?? '', calls: core.lazily(createSetup).formatCalls }),
  )
  return (
    <EditorFrame editor={editor}>
      <Formats editor={editor} />
    </EditorFrame>
  )
}

function Formats({ editor }: { editor: UsernameFormatsEditor }) {
  const words = useWords()
  const store = useCore().lazily(createSetup)
  const navigator = useNavigator()
  const { form, entries, busy } = useEditor(editor)
  const [wasAsked, setAsked] = useState(false)
  const [isComplete, setComplete] = useState(false)
  const isEmpty = formatKinds.every((kind) => form[kind].length === 0 && entries[kind] === undefined)
  const next = async () => {
    setAsked(true)
    if (isEmpty) return
    const isUnchanged = editor.saveRefusal()?.why === 'unchanged'
    if (isUnchanged || (await editor.save()).ok) setComplete(true)
  }
  const test = async () => {
    if (await store.goTo(4)) navigator.go(setupStepPath(4))
  }
  return (
    <>
      <p className={formPage['hint']}>{words.say('setup.format.lead')}</p>
      <div className={formats['lists']}>
        {formatKinds.map((kind) => (
          <FormatList
            key={kind}
            editor={editor}
            kind={kind}
            error={wasAsked && isEmpty && kind === firstKind ? words.say('setup.format.none') : undefined}
          />
        ))}
      </div>
      <div className={styles['actions']}>
        <GoBack to={2} />
        <Button look="primary" busy={busy === 'saving'} onClick={() => void next()}>
          {words.say('setup.saveNext')}
        </Button>
      </div>
      {isComplete && (
        <Dialog
          title={words.say('setup.complete.title')}
          onClose={() => setComplete(false)}
          actions={
            <>
              <Button onClick={() => setComplete(false)}>{words.say('setup.goBack')}</Button>
              <Button look="primary" data-initial-focus="" onClick={() => void test()}>
                {words.say('setup.complete.next')}
              </Button>
            </>
          }
        >
          <p>{words.say('setup.complete.text')}</p>
        </Dialog>
      )}
    </>
  )
}
