import { auditLogSentence, type AuditLogNotice } from '@portico/core'
import { useState } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Banner } from '../../kit/ui/banner.tsx'

/** Says that the audit log may have been changed. Closed, it comes back with the next visit of the launcher. */
export function AuditLogBanner({ notice }: { readonly notice: AuditLogNotice | undefined }) {
  const words = useWords()
  const [isClosed, setClosed] = useState(false)
  if (isClosed || notice === undefined) return null
  return (
    <Banner
      tone={notice.state === 'refused' ? 'danger' : 'warning'}
      title={words.say('notices.auditLog.title')}
      onClose={() => setClosed(true)}
    >
      {auditLogSentence(notice, (id, values) => words.say(id, values))}
    </Banner>
  )
}
