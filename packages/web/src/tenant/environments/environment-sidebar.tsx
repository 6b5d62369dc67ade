import { productionType, type AdminEnvironment } from '@portico/core'

import { useWords } from '../../kit/context/portal-context.tsx'
import { SideNav } from '../../kit/ui/side-nav.tsx'
import { type EnvironmentTab, environmentPath } from '../../kit/navigation/paths.ts'

type Properties = {
  readonly environments: readonly AdminEnvironment[]
  readonly chosen: AdminEnvironment | undefined
  /** Switching the environment keeps the tab. */
  readonly tab: EnvironmentTab
}

/** The sidebar ENVIRONMENTS (spec section 2). */
export function EnvironmentSidebar({ environments, chosen, tab }: Properties) {
  const words = useWords()
  return (
    <SideNav
      label={words.say('environments.sidebar')}
      currentId={chosen?.id}
      entries={environments.map(({ id, name, type }) => ({
        id,
        label: name,
        to: environmentPath(id, tab),
        mark: { text: type, isProduction: type === productionType },
      }))}
    />
  )
}
