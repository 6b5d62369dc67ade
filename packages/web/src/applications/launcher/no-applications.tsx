import { accessSentence } from '@portico/core'

import { useWords } from '../../kit/context/portal-context.tsx'
import { ButtonLink } from '../../kit/ui/button.tsx'
import { EmptyState } from '../../kit/ui/empty-state.tsx'

type Properties = {
  readonly environment: string
  readonly tenant: string
  readonly contact: string | null | undefined
}

/** Says why the launcher is empty, whom to ask, and where else to look. */
export function NoApplications({ environment, tenant, contact }: Properties) {
  const words = useWords()
  const ask = accessSentence(words, { contact, tenant })
  return (
    <EmptyState
      message={`${words.say('launcher.none', { environment })} ${ask}`}
      action={<ButtonLink to="/portal/environments">{words.say('portal.switchEnvironment')}</ButtonLink>}
    />
  )
}
