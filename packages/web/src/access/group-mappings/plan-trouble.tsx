import { mappingName, type MappingPlanState, type MappingStep } from '@portico/core'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Banner } from '../../kit/ui/banner.tsx'
import { Button } from '../../kit/ui/button.tsx'

type Properties = Pick<MappingPlanState, 'steps'> & {
  /** What to do about the mapping that was not saved; absent where Save is the way on. */
  readonly action: (step: MappingStep) => { readonly label: string; readonly go: () => void } | undefined
}

/** The mapping at which saving a plan stopped, why, and how many are left. */
export function PlanTrouble({ steps, action }: Properties) {
  const words = useWords()
  const stopped = steps.find(({ state }) => state !== 'planned' && state !== 'saved')
  const todo = stopped && action(stopped)
  return (
    <div role="alert">
      {stopped !== undefined && (
        <Banner
          tone="warning"
          action={todo && <Button onClick={todo.go}>{todo.label}</Button>}
          title={words.say(`plan.${stopped.state as 'stale' | 'gone' | 'failed'}`, {
            name: mappingName(stopped.mapping),
            reason: stopped.reason ?? '',
          })}
        >
          {' '}
          {words.say('plan.rest', { count: steps.filter(({ state }) => state !== 'saved').length })}
        </Banner>
      )}
    </div>
  )
}
