import type { AdminEnvironment } from '@portico/core'

import { useWords } from '../../portal/context.tsx'
import { CopyableCode } from '../../ui/copyable-code.tsx'
import { Pill } from '../../ui/pill.tsx'
import styles from './environment-facts.module.css'

/** What is known of an environment. */
export function EnvironmentFacts({ environment }: { environment: AdminEnvironment }) {
  const words = useWords()
  const { id, name, type, urn, readonly } = environment
  const copy = (fact: 'id' | 'urn', text: string) => (
    <CopyableCode
      text={text}
      label={words.say('environments.copy', { what: words.say(`environments.fact.${fact}`), name })}
    />
  )
  return (
    <section aria-label={words.say('environments.general-settings')}>
      <dl className={styles['root']}>
        <dt>{words.say('environments.fact.name')}</dt>
        <dd className={styles['name']}>{name}</dd>
        <dt>{words.say('environments.fact.type')}</dt>
        <dd>
          <Pill>{type}</Pill>
        </dd>
        <dt>{words.say('environments.fact.editing')}</dt>
        <dd>
          {readonly ? (
            <Pill tone="warning">{words.say('environments.readonly')}</Pill>
          ) : (
            words.say('environments.editable')
          )}
        </dd>
        <dt>{words.say('environments.fact.id')}</dt>
        <dd>{copy('id', id)}</dd>
        <dt>{words.say('environments.fact.urn')}</dt>
        <dd>{copy('urn', urn)}</dd>
      </dl>
    </section>
  )
}
