import { closeAnnouncement, isAnnouncementClosed, type LauncherNotices } from '@portico/core'
import { useState } from 'react'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { IconButton } from '../../kit/ui/button.tsx'
import { CloseIcon } from '../../kit/ui/icons.tsx'
import styles from './announcement.module.css'

type Properties = { readonly announcement: NonNullable<LauncherNotices['announcement']> }

/** What the tenant tells its people, as plain text, until it is closed on this device. */
export function Announcement({ announcement: { id, text } }: Properties) {
  const { memory } = useCore()
  const words = useWords()
  const [closed, setClosed] = useState('')
  if (closed === id || isAnnouncementClosed(id, memory)) return null
  const close = () => {
    closeAnnouncement(id, memory)
    setClosed(id)
  }
  return (
    <section className={styles['root']} aria-label={words.say('launcher.announcement')}>
      <p className={styles['text']}>{text}</p>
      <IconButton label={words.say('banner.close')} onClick={close}>
        <CloseIcon />
      </IconButton>
    </section>
  )
}
