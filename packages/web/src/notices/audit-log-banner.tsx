import { auditLogSentence, createNotices, type AuditLogNotice } from '@portico/core'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../context/portal-context.tsx'
import { Banner } from '../ui/banner.tsx'

/** Says that the audit log may have been changed. Closed, it comes back with the next visit of the launcher. */
export function AuditLogBanner({ notice }: { readonly notice: AuditLogNotice | undefined }) {
  const [isClosed, setClosed] = useState(false)
  return isClosed ? null : <AuditLogText notice={notice} onClose={() => setClosed(true)} />
}

/** The same on the page of notices, where it stays. */
export function AuditLogSection() {
  const store = useCore().lazily(createNotices)
  const { auditLog } = useStore(store)
  useEffect(() => {
    void store.fetch()
  }, [store])
  return <AuditLogText notice={auditLog} />
}

type Properties = { readonly notice: AuditLogNotice | undefined; readonly onClose?: () => void }

function AuditLogText({ notice, onClose }: Properties) {
  const words = useWords()
  if (notice === undefined) return null
  return (
    <Banner
      tone={notice.state === 'refused' ? 'danger' : 'warning'}
      title={words.say('notices.auditLog.title')}
      onClose={onClose}
    >
      {auditLogSentence(notice, (id, values) => words.say(id, values))}
    </Banner>
  )
}
