import { safeHref } from '@portico/core'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { ButtonLink } from '../../kit/ui/button.tsx'
import { ExternalIcon } from '../../kit/ui/icons.tsx'
import styles from './support-section.module.css'

/** The launcher's support and training section, if the deployment configures a page for it. */
export function SupportSection() {
  const words = useWords()
  const address = useStore(useCore().branding, (state) => state.branding?.supportUrl)
  const href = safeHref(address, window.location.origin)
  if (href === undefined) return null
  return (
    <section className={styles['root']} aria-labelledby="support">
      <div>
        <h2 id="support">{words.say('launcher.support')}</h2>
        <p className={styles['text']}>{words.say('launcher.supportMessage')}</p>
      </div>
      <ButtonLink href={href} target="_blank" rel="noopener noreferrer">
        {words.say('launcher.supportLink')}
        <ExternalIcon />
        <span className="visually-hidden"> ({words.say('portal.newTab')})</span>
      </ButtonLink>
    </section>
  )
}
