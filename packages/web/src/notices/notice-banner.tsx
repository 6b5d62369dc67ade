import { bannerNotices, closeNotices, createNotices, noticeMessages, noticeSentence, screenPath } from '@portico/core'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from 'zustand'

import { useCore, useWords } from '../context/portal-context.tsx'
import { LearnedWords } from '../navigation/learned-words.tsx'
import { Link } from '../navigation/link.tsx'
import { Banner } from '../ui/banner.tsx'

const catalogues = { 'of-notices': noticeMessages }

/** Tells an administrator on the launcher what expires first, among the banners at the foot of the window. */
export default function NoticeBanner() {
  return (
    <LearnedWords of={catalogues}>
      <MostUrgent />
    </LearnedWords>
  )
}

function MostUrgent() {
  const { lazily, memory } = useCore()
  const words = useWords()
  const store = lazily(createNotices)
  const { notices = [] } = useStore(store)
  const [isClosed, setClosed] = useState(false)
  useEffect(() => {
    void store.fetch()
  }, [store])
  const shown = isClosed ? [] : bannerNotices(notices, memory)
  const [first] = shown
  const foot = document.querySelector('[data-banners]')
  if (first === undefined || foot === null) return null
  const close = () => {
    closeNotices(shown, notices, memory)
    setClosed(true)
  }
  return createPortal(
    <Banner
      tone={first.severity === 'urgent' ? 'danger' : 'warning'}
      title={first.where ?? undefined}
      action={<Link to={screenPath('notices')}>{words.say('notices.show')}</Link>}
      onClose={close}
    >
      {noticeSentence(first, (id, values) => words.say(id, values))}{' '}
      {shown.length > 1 && words.say('notices.more', { count: shown.length - 1 })}
    </Banner>,
    foot,
  )
}
