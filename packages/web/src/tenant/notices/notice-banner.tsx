import {
  bannerNotices,
  closeNotices,
  createNotices,
  noticeMessages,
  noticeSentence,
  screenPath,
  type Notice,
} from '@portico/core'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { LearnedWords } from '../../kit/navigation/learned-words.tsx'
import { Link } from '../../kit/ui/link.tsx'
import { Banner } from '../../kit/ui/banner.tsx'
import { AuditLogBanner } from './audit-log-banner.tsx'
import { StalledBanner } from './stalled-banner.tsx'

const catalogues = { 'of-notices': noticeMessages }

/** Tells an administrator on the launcher what expires first, what gets no people, and that the audit log may have been changed, among the banners at the foot of the window. */
export function NoticeBanner() {
  return (
    <LearnedWords of={catalogues}>
      <Banners />
    </LearnedWords>
  )
}

function Banners() {
  const store = useCore().lazily(createNotices)
  const { notices = [], stalled = [], auditLog } = useStore(store)
  useEffect(() => {
    void store.fetch()
  }, [store])
  const foot = document.querySelector('[data-banners]')
  if (foot === null) return null
  return createPortal(
    <>
      <AuditLogBanner notice={auditLog} />
      <StalledBanner stalled={stalled} />
      <ExpiryBanner notices={notices} />
    </>,
    foot,
  )
}

/** The most urgent of what expires. */
function ExpiryBanner({ notices }: { readonly notices: readonly Notice[] }) {
  const { memory } = useCore()
  const words = useWords()
  const [isClosed, setClosed] = useState(false)
  const shown = isClosed ? [] : bannerNotices(notices, memory)
  const [first] = shown
  if (first === undefined) return null
  const close = () => {
    closeNotices(shown, notices, memory)
    setClosed(true)
  }
  return (
    <Banner
      tone={first.severity === 'urgent' ? 'danger' : 'warning'}
      title={first.where ?? undefined}
      action={<Link to={screenPath('notices')}>{words.say('notices.show')}</Link>}
      onClose={close}
    >
      {noticeSentence(first, (id, values) => words.say(id, values))}{' '}
      {shown.length > 1 && words.say('notices.more', { count: shown.length - 1 })}
    </Banner>
  )
}
