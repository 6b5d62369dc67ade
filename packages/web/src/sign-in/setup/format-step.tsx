import { createSetup, createUsernameFormatsEditor, type Setup } from '@portico/core'
import { useState } from 'react'

import { useCore, useNavigator, useWords } from '../../kit/context/portal-context.tsx'
import { EditorFrame } from '../../kit/editing/editor-frame.tsx'
import { WizardFormats } from '../../providers/username-formats/wizard-formats.tsx'
import { GoBack } from './go-back.tsx'
import { setupStepPath } from '../../kit/navigation/paths.ts'

/** Step 3, then the completion dialog. */
export function FormatStep({ setup }: { setup: Setup }) {
  const core = useCore()
  const words = useWords()
  const navigator = useNavigator()
  const store = core.lazily(createSetup)
  const [editor] = useState(() => createUsernameFormatsEditor(core, { id: setup.idp ?? '', calls: store.formatCalls }))
  const test = async () => {
    if (await store.goTo(4)) navigator.go(setupStepPath(4))
  }
  return (
    <EditorFrame editor={editor}>
      <WizardFormats
        editor={editor}
        back={<GoBack to={2} />}
        complete={words.say('setup.complete.text')}
        onTest={() => void test()}
      />
    </EditorFrame>
  )
}
