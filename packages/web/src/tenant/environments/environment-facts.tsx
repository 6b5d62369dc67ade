import { productionType, type AdminEnvironment } from '@portico/core'

import { useWords } from '../../kit/context/portal-context.tsx'
import { CopyableCode } from '../../kit/ui/copyable-code.tsx'
import { Facts } from '../../kit/ui/facts.tsx'
import { Pill } from '../../kit/ui/pill.tsx'

/** The properties of an environment that do not change. */
export function EnvironmentFacts({ environment }: { environment: AdminEnvironment }) {
  const words = useWords()
  const { id, name, type, urn, readonly } = environment
  const copy = (fact: 'id' | 'urn', text: string) => (
    <CopyableCode
      text={text}
      label={words.say('environments.copy', { what: words.say(`environments.fact.${fact}`), name })}
    />
  )
  const editing = readonly ? (
    <Pill tone="warning">{words.say('environments.readonly')}</Pill>
  ) : (
    words.say('environments.editable')
  )
  return (
    <Facts
      facts={[
        {
          label: words.say('environments.fact.type'),
          value: <Pill tone={type === productionType ? 'production' : 'plain'}>{type}</Pill>,
        },
        { label: words.say('environments.fact.editing'), value: editing },
        { label: words.say('environments.fact.id'), value: copy('id', id) },
        { label: words.say('environments.fact.urn'), value: copy('urn', urn) },
      ]}
    />
  )
}
