import { personState, type Person } from '@portico/core'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Pill } from '../../kit/ui/pill.tsx'

export function StatePill({ person }: { readonly person: Pick<Person, 'active' | 'usernameForeignSince'> }) {
  const words = useWords()
  const state = personState(person)
  return <Pill tone={state === 'active' ? 'accent' : 'danger'}>{words.say(`people.state.${state}`)}</Pill>
}
