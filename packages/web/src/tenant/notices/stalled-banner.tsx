import { stalledName, stalledPath, stalledSentence, type StalledProvisioning } from '@portico/core'
import { useState } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Link } from '../../kit/ui/link.tsx'
import { Banner } from '../../kit/ui/banner.tsx'

/**
 * Names the first application to which people are no longer sent. Closed, it comes back with the next visit of the launcher: people who lost
 * access may still be able to use the application.
 */
export function StalledBanner({ stalled }: { readonly stalled: readonly StalledProvisioning[] }) {
  const words = useWords()
  const [isClosed, setClosed] = useState(false)
  const [first] = stalled
  if (isClosed || first === undefined) return null
  return (
    <Banner
      tone="danger"
      title={stalledName(first)}
      action={<Link to={stalledPath(first)}>{words.say('notices.stalled.open')}</Link>}
      onClose={() => setClosed(true)}
    >
      {stalledSentence(first, (id, values) => words.say(id, values))}{' '}
      {stalled.length > 1 && words.say('notices.more', { count: stalled.length - 1 })}
    </Banner>
  )
}
