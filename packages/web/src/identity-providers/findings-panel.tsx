import { canSaveProvider, configFieldsOf, providerChanged, type IdentityProviderType } from '@portico/core'
import { useEffect } from 'react'
import { useStore } from 'zustand'

import { useWords } from '../portal/context.tsx'
import { Button } from '../ui/button.tsx'
import { Pill } from '../ui/pill.tsx'
import styles from './provider-form.module.css'
import type { ProviderModel } from './provider-model.ts'
import { useFindings } from './use-complaint.ts'

const tones = { error: 'danger', warning: 'warning', note: 'plain' } as const

/** What will go wrong with this provider, and what to do; asked when it is opened, when it was saved and on demand. */
export function FindingsPanel({ model }: { model: ProviderModel }) {
  const words = useWords()
  const found = useStore(model.view, (view) => view.findings)
  const findings = useFindings(model)
  const type = useStore(model.form, (state) => state.type)
  const isChecking = useStore(model.view, (view) => view.isChecking)
  const isStored = useStore(model.view, (view) => view.provider !== undefined)
  const canAsk = useStore(model.form, (state) => canSaveProvider(state) || (isStored && !providerChanged(state)))

  useEffect(() => {
    if (isStored && model.view.getState().findings === undefined) void model.check()
  }, [model, isStored])

  return (
    <section className={styles['section']} aria-labelledby="findings">
      <h2 id="findings">{words.say('lint.title')}</h2>
      {found?.length === 0 && <p className={styles['soft']}>{words.say('lint.none')}</p>}
      {findings !== undefined && findings.length > 0 && (
        <ul className={styles['severity']}>
          {findings.map(({ code, fieldID, severity, message, todo }) => (
            <li key={`${code} ${fieldID}`}>
              <Pill tone={tones[severity]}>{words.say(`lint.${severity}`)}</Pill>
              <strong>
                {labelOf(type, fieldID)}
                {message}
              </strong>
              <span className={styles['soft']}>{todo}</span>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button disabled={!canAsk} busy={isChecking} onClick={() => void model.check()}>
          {words.say('lint.check')}
        </Button>
      </div>
    </section>
  )
}

/** Several fields can have the same fault: each says whose it is. */
function labelOf(type: IdentityProviderType, fieldID: string | null): string {
  const label = configFieldsOf(type).find(({ name }) => `config.${name}` === fieldID)?.label
  return label === undefined ? '' : `${label}: `
}
