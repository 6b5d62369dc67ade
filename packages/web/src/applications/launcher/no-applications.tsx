import { accessSentence, screenPath } from '@portico/core'

import { useWords } from '../../kit/context/portal-context.tsx'
import { ButtonLink } from '../../kit/ui/button.tsx'
import { EmptyState } from '../../kit/ui/empty-state.tsx'

type Properties = {
  readonly environment: string
  readonly tenant: string
  readonly contact: string | null | undefined
  /** Administrators map the groups themselves. */
  readonly isAdmin: boolean
}

/** Says why the launcher is empty, whom to ask, and where else to look. */
export function NoApplications({ environment, tenant, contact, isAdmin }: Properties) {
  const words = useWords()
  if (isAdmin)
    return (
      <EmptyState
        message={words.say('launcher.none', { environment })}
        hint={words.say('launcher.noneAdmin')}
        action={
          <ButtonLink look="primary" to={screenPath('overview')}>
            {words.say('launcher.toAdmin')}
          </ButtonLink>
        }
      />
    )
  const ask = accessSentence(words, { contact, tenant })
  return (
    <EmptyState
      message={`${words.say('launcher.none', { environment })} ${ask}`}
      action={<ButtonLink to="/portal/environments">{words.say('portal.switchEnvironment')}</ButtonLink>}
    />
  )
}
