import {
  configFieldsOf,
  fieldInWords,
  withLocalTimes,
  type IdentityProviderEditor,
  type IdentityProviderType,
  type Words,
} from '@portico/core'
import { useAsked } from '@portico/core/react'
import { useEffect } from 'react'
import { useStore } from 'zustand'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import styles from './provider-form.module.css'
import { useFindings } from './use-findings.ts'
import texts from '../../kit/ui/texts.module.css'

const tones = { error: 'danger', warning: 'warning', note: 'plain' } as const

/** The linter's findings for this provider; loaded on opening, after each save and on demand. */
export function FindingsPanel({ editor }: { editor: IdentityProviderEditor }) {
  const words = useWords()
  const { findings: found, isChecking } = useStore(editor.check)
  const findings = useFindings(editor)
  const { type } = editor.getState().form
  const canAsk = useAsked(editor, () => editor.check.canRun())
  const isStored = useStore(editor, ({ id }) => id !== undefined)

  useEffect(() => {
    if (isStored && editor.check.getState().findings === undefined) void editor.check.run()
  }, [editor, isStored])

  return (
    <section className={styles['section']} aria-labelledby="findings">
      <h2 id="findings">{words.say('lint.title')}</h2>
      {found?.length === 0 && <p className={texts['soft']}>{words.say('lint.none')}</p>}
      {findings !== undefined && findings.length > 0 && (
        <ul className={styles['severity']}>
          {findings.map(({ code, fieldID, severity, message, todo }) => (
            <li key={`${code} ${fieldID}`}>
              <Pill tone={tones[severity]}>{words.say(`lint.${severity}`)}</Pill>
              <strong>
                {labelOf(type, fieldID, words)}
                {withLocalTimes(message, words)}
              </strong>
              <span className={texts['soft']}>{todo}</span>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button disabled={!canAsk} busy={isChecking} onClick={() => void editor.check.run()}>
          {words.say('lint.check')}
        </Button>
      </div>
    </section>
  )
}

/** Several fields can have the same finding, so each names its field. */
function labelOf(type: IdentityProviderType, fieldID: string | null, words: Words): string {
  const field = configFieldsOf(type).find(({ name }) => `config.${name}` === fieldID)
  return field === undefined ? '' : `${fieldInWords(field, words).label}: `
}
