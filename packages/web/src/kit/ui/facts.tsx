import type { ReactNode } from 'react'

import { useWords } from '../context/portal-context.tsx'
import { CopyableCode } from './copyable-code.tsx'
import styles from './facts.module.css'
import { isolated } from './isolated.tsx'

export type Fact = {
  readonly label: string
  readonly value: ReactNode
  /** The fact that the others describe. */ readonly isMain?: boolean
}

/** Properties of an object, as names and values. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const words = useWords()
  return (
    <dl className={styles['root']}>
      {facts.flatMap(({ label, value, isMain }, at) => [
        <dt key={`${at} name`}>{words.text(label)}</dt>,
        <dd key={`${at} value`} className={isMain ? styles['name'] : undefined}>
          {isolated(value)}
        </dd>,
      ])}
    </dl>
  )
}

/** Values with a copy button each. */
export function CopyFacts({ values }: { values: readonly { readonly label: string; readonly value: string }[] }) {
  const words = useWords()
  return (
    <Facts
      facts={values.map(({ label, value }) => ({
        label,
        value: <CopyableCode text={value} label={words.say('guide.copy', { what: words.text(label) })} />,
      }))}
    />
  )
}
