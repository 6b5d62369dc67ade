import { formatKinds, type UsernameFormatsEditor } from '@portico/core'
import { useEditor } from '@portico/core/react'
import { useState, type ReactNode } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog } from '../../kit/ui/dialog.tsx'
import formPage from '../../kit/ui/form-page.module.css'
import { FormatList } from './format-list.tsx'
import styles from './username-formats.module.css'
import texts from '../../kit/ui/texts.module.css'

/** Email domains: most companies need only these. */
const [firstKind] = formatKinds

type Properties = {
  readonly editor: UsernameFormatsEditor
  readonly back: ReactNode
  /** What the completion dialog says, and where it leads. */
  readonly complete: string
  readonly onTest: () => void
}

/** Step 3 of the wizard, Username Format, then the completion dialog (spec section 2). */
export function WizardFormats({ editor, back, complete, onTest }: Properties) {
  const words = useWords()
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
  return (
    <div className={formPage['fields']}>
      <p className={texts['soft']}>{words.say('setup.format.lead')}</p>
      <div className={styles['lists']}>
        {formatKinds.map((kind) => (
          <FormatList
            key={kind}
            editor={editor}
            kind={kind}
            error={wasAsked && isEmpty && kind === firstKind ? words.say('setup.format.none') : undefined}
          />
        ))}
      </div>
      <div className={formPage['buttons']}>
        {back}
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
              <Button look="primary" data-initial-focus="" onClick={onTest}>
                {words.say('setup.complete.next')}
              </Button>
            </>
          }
        >
          <p>{complete}</p>
        </Dialog>
      )}
    </div>
  )
}
