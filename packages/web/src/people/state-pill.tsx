import { useWords } from '../context/portal-context.tsx'
import { Pill } from '../ui/pill.tsx'

export function StatePill({ active }: { readonly active: boolean }) {
  const words = useWords()
  return (
    <Pill tone={active ? 'accent' : 'danger'}>{words.say(`people.state.${active ? 'active' : 'deactivated'}`)}</Pill>
  )
}
