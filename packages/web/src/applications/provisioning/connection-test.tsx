import type { ProvisioningEditor } from '@portico/core'
import { useEditor } from '@portico/core/react'
import { useState } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import form from '../../kit/ui/form-page.module.css'
import styles from './provisioning.module.css'

type Properties = { readonly editor: ProvisioningEditor; readonly readOnly: boolean }

/** Beside Save: a test of the address and the token as they are typed, with what came back above the buttons, where it is in view. */
export function ConnectionTest({ editor, readOnly }: Properties) {
  const words = useWords()
  useEditor(editor)
  const [isTesting, setTesting] = useState(false)
  const test = async () => {
    setTesting(true)
    await editor.test()
    setTesting(false)
  }
  const tested = isTesting ? undefined : editor.tested()
  const refusal = editor.testRefusal()
  return (
    <>
      {!readOnly && (
        <Button
          busy={isTesting}
          disabled={refusal !== undefined}
          aria-describedby={refusal && 'provisioning-test-reason'}
          onClick={() => void test()}
        >
          {words.say('provisioning.test')}
        </Button>
      )}
      {refusal !== undefined && (
        <span id="provisioning-test-reason" className="visually-hidden">
          {refusal}
        </span>
      )}
      <div role="status" className={styles['tested']}>
        {tested !== undefined && (
          <p className={tested.accepted ? form['note'] : form['problem']}>
            <bdi>{tested.sentence}</bdi>
          </p>
        )}
      </div>
    </>
  )
}
