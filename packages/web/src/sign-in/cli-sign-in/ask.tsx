import type { CliApprover, CliSignIn } from '@portico/core'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { SimplePage } from '../../kit/feedback/simple-page.tsx'
import formPage from '../../kit/ui/form-page.module.css'
import styles from './cli-sign-in.module.css'
import { errorSentence } from './error-sentence.ts'
import texts from '../../kit/ui/texts.module.css'

type Properties = {
  readonly signIn: CliSignIn
  readonly approver: CliApprover
  readonly question: string
  readonly warning: string
  readonly allow: string
  /** Where and when the request was made. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly children?: ReactNode
}

/** Shows who would be signed in, where, and by which program; nothing happens until a button is pressed. */
export function Ask({ signIn, approver, question, warning, allow, facts, children }: Properties) {
  const words = useWords()
  const { isFetching, error } = useStore(signIn)
  const all = [
    [words.say('cli.factClient'), approver.client],
    [words.say('cli.factPerson'), `${approver.name} (${approver.username})`],
    [words.say('cli.factTenant'), approver.tenantName],
    ...facts,
  ] as const
  return (
    <SimplePage>
      <form
        className={styles['card']}
        onSubmit={(event) => {
          event.preventDefault()
          void signIn.answer('allow')
        }}
      >
        <h1>{question}</h1>
        {children}
        <dl className={styles['facts']}>
          {all.map(([name, value]) => (
            <div key={name} className={styles['fact']}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className={styles['warning']}>{warning}</p>
        <p className={texts['soft']}>{words.say('cli.powers')}</p>
        <p className={texts['danger']} role="alert">
          {error && errorSentence(words, error)}
        </p>
        <div className={formPage['buttons']}>
          <Button type="submit" look="primary" busy={isFetching}>
            {allow}
          </Button>
          <Button busy={isFetching} onClick={() => void signIn.answer('deny')}>
            {words.say('cli.deny')}
          </Button>
        </div>
      </form>
    </SimplePage>
  )
}
